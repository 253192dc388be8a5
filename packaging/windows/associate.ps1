# Offers Enfilade for YAML files under "Open with", for this user alone. Written with care, never run.
#   powershell -ExecutionPolicy Bypass -File associate.ps1            to offer it
#   powershell -ExecutionPolicy Bypass -File associate.ps1 -Remove    to take that back
param([switch]$Remove)

$ErrorActionPreference = 'Stop'
$program = Join-Path $PSScriptRoot 'enfilade.exe'
$classes = 'HKCU:\Software\Classes'
$kind = 'Enfilade.Encounter'

if ($Remove) {
    Remove-Item -Path "$classes\$kind" -Recurse -ErrorAction SilentlyContinue
    foreach ($ending in '.yaml', '.yml') {
        Remove-ItemProperty -Path "$classes\$ending\OpenWithProgids" -Name $kind `
            -ErrorAction SilentlyContinue
    }
    Write-Output 'Enfilade is no longer offered.'
    exit 0
}

if (-not (Test-Path -LiteralPath $program)) { throw "There is no $program." }
New-Item -Path "$classes\$kind\shell\open\command" -Force | Out-Null
New-Item -Path "$classes\$kind\DefaultIcon" -Force | Out-Null
Set-Item -Path "$classes\$kind" -Value 'Enfilade encounter'
Set-Item -Path "$classes\$kind\DefaultIcon" -Value "`"$program`",0"
Set-Item -Path "$classes\$kind\shell\open\command" -Value "`"$program`" `"%1`""
foreach ($ending in '.yaml', '.yml') {
    New-Item -Path "$classes\$ending\OpenWithProgids" -Force | Out-Null
    New-ItemProperty -Path "$classes\$ending\OpenWithProgids" -Name $kind -Value ([byte[]]@()) `
        -PropertyType None -Force | Out-Null
}
Write-Output 'Enfilade is offered under "Open with". If you move this folder, run this again.'
