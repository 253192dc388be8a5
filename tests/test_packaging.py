"""What goes into and beside the standalone program, as far as can be seen without building it."""

import ast
import hashlib
import importlib.util
import os
import re
import runpy
import shutil
import stat
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from PySide6.QtCore import QBuffer, QByteArray, QSize
from PySide6.QtGui import QImageReader

import desktop
from desktop.core.store.fights import SUFFIX

ROOT = Path(__file__).parent.parent
PACKAGING = ROOT / "packaging"
QT_MODULES = {"QtCore", "QtGui", "QtWidgets"}


def of_packaging(name):
    """Return a module of the folder, which is no package and is never installed."""
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def licences():
    yield of_packaging("licences")
    del sys.modules["licences"]


@pytest.fixture(scope="module")
def freeze(licences):
    yield of_packaging("freeze")
    del sys.modules["freeze"]


@pytest.fixture(scope="module")
def bare():
    yield of_packaging("bare")
    del sys.modules["bare"]


@pytest.fixture(scope="module")
def dev():
    yield of_packaging("dev")
    del sys.modules["dev"]


@pytest.fixture
def parts(freeze, tmp_path, monkeypatch, qapp):
    monkeypatch.setattr(freeze, "PARTS", tmp_path / "parts")
    freeze.make_parts()
    return freeze.PARTS


# What is inside


def test_only_the_modules_of_qt_that_the_build_carries_are_imported():
    """The recipe leaves the rest of Qt out: what is imported beside these would be missed there."""
    found = set()
    for path in (ROOT / "desktop").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"(?:from|import) PySide6\.(\w+)", text))
        found |= set(re.findall(r"from PySide6 import (\w+)", text))
    assert found == QT_MODULES


def test_the_recipe_is_python_and_names_what_is_there():
    text = (PACKAGING / "enfilade.spec").read_text(encoding="utf-8")
    ast.parse(text)
    for name in ("hooks/environment.py",):
        assert name.rpartition("/")[2] in text
        assert (PACKAGING / name).is_file()


def test_the_hooks_are_for_what_the_build_carries():
    names = {path.name for path in (PACKAGING / "hooks").glob("hook-*.py")}
    assert names == {"hook-PySide6.QtCore.py", "hook-PySide6.QtGui.py", "hook-qtawesome.py"}


# Icons and the version


def widths(path):
    """Return how wide the pictures of an icon file are, each of which can be read."""
    reader, found = QImageReader(str(path)), set()
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        found.add(reader.read().width())
    return found


def test_the_icons_of_every_system_are_drawn_from_our_own(parts):
    for size in (16, 512):
        image = QImageReader(str(parts / f"enfilade-{size}.png")).read()
        assert image.size() == QSize(size, size)
        assert image.pixelColor(size // 2, size // 8).alpha() == 255
    assert widths(parts / "enfilade.ico") == {16, 24, 32, 48, 64, 256}
    assert widths(parts / "enfilade.icns") == {32, 64, 128, 256, 512}


def test_an_icon_of_windows_holds_its_pictures_unchanged(freeze, parts):
    pictures = {16: freeze.png(16), 256: freeze.png(256)}
    content = freeze.ico(pictures)
    for picture in pictures.values():
        assert picture in content
    data = QByteArray(content)
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    assert QImageReader(buffer, QByteArray(b"ico")).read().width() in pictures


def test_the_version_resource_is_the_programs(parts):
    tree = ast.parse((parts / "version.txt").read_text(encoding="utf-8"))
    call = tree.body[0].value
    assert call.func.id == "VSVersionInfo"
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert desktop.__version__ in said
    numbers = next(each.value for each in call.keywords[0].value.keywords if each.arg == "filevers")
    assert len(ast.literal_eval(numbers)) == 4


def test_programs_that_a_build_starts_find_their_own_libraries(monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "inside")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "the caller's")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    runpy.run_path(str(PACKAGING / "hooks" / "environment.py"))
    assert os.environ["LD_LIBRARY_PATH"] == "the caller's"
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    runpy.run_path(str(PACKAGING / "hooks" / "environment.py"))
    assert "LD_LIBRARY_PATH" not in os.environ


# What is beside


def test_a_zip_keeps_links_and_what_may_be_run(freeze, bare, tmp_path, monkeypatch):
    monkeypatch.setattr(freeze, "DIST", tmp_path)
    folder = tmp_path / "enfilade"
    (folder / "lib").mkdir(parents=True)
    (folder / "enfilade").write_bytes(b"program")
    (folder / "enfilade").chmod(0o755)
    (folder / "lib" / "ein ö.txt").write_text("x", encoding="utf-8")
    (folder / "link").symlink_to("lib/ein ö.txt")
    with zipfile.ZipFile(freeze.zipped(folder)) as archive:
        found = {each.filename.partition("/")[2]: each for each in archive.infolist()}
        assert sorted(found) == ["enfilade", "lib/ein ö.txt", "link"]
        assert stat.S_IMODE(found["enfilade"].external_attr >> 16) == 0o755
        assert stat.S_ISLNK(found["link"].external_attr >> 16)
        assert archive.read(found["link"]).decode() == "lib/ein ö.txt"
    bare.unzip(freeze.zipped(folder), tmp_path / "out")
    [out] = (tmp_path / "out").iterdir()
    assert os.readlink(out / "link") == "lib/ein ö.txt"
    assert os.access(out / "enfilade", os.X_OK)
    first = freeze.zipped(folder).read_bytes()
    os.utime(folder / "enfilade", (1, 1))
    assert freeze.zipped(folder).read_bytes() == first


def test_checksums_are_those_of_the_files(freeze, tmp_path, monkeypatch):
    monkeypatch.setattr(freeze, "DIST", tmp_path)
    (tmp_path / "one").write_bytes(b"1")
    freeze.checksums([tmp_path / "one"])
    said = (tmp_path / "SHA256SUMS").read_text(encoding="utf-8")
    assert said == f"{hashlib.sha256(b'1').hexdigest()}  one\n"


def entry_of(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    return dict(line.split("=", 1) for line in lines[1:])


def test_the_desktop_entry_takes_the_kinds_of_file_that_are_described():
    entry = entry_of(PACKAGING / "linux" / "enfilade.desktop")
    assert (entry["Type"], entry["Terminal"], entry["Icon"]) == ("Application", "false", "enfilade")
    tree = ElementTree.parse(PACKAGING / "linux" / "enfilade.xml")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    [kind] = tree.getroot().findall(f"{space}mime-type")
    assert kind.attrib["type"] in entry["MimeType"].split(";")
    assert [each.attrib["pattern"] for each in kind.findall(f"{space}glob")] == [f"*{SUFFIX}"]


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no shell to run it")
def test_the_menu_entry_is_made_and_taken_away(freeze, parts, tmp_path):
    folder, data = tmp_path / 'a "b" $c %d ü', tmp_path / "data"
    folder.mkdir()
    freeze.beside_on_linux(folder)
    variables = {"XDG_DATA_HOME": str(data), "PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = [str(folder / "install.sh")]
    subprocess.run(command, env=variables, check=True, capture_output=True, timeout=30)
    entry = entry_of(data / "applications" / "enfilade.desktop")
    escaped = str(tmp_path) + r'/a \\"b\\" \\$c %%d ü/enfilade'
    assert entry["Exec"] == f'"{escaped}" %f'
    assert (data / "icons" / "hicolor" / "48x48" / "apps" / "enfilade.png").is_file()
    assert (data / "icons" / "hicolor" / "scalable" / "apps" / "enfilade.svg").is_file()
    assert (data / "mime" / "packages" / "enfilade.xml").is_file()
    subprocess.run([*command, "--remove"], env=variables, check=True, capture_output=True)
    assert [path for path in data.rglob("enfilade*") if path.is_file()] == []


# Licences


def test_licences_come_from_what_is_installed(licences, tmp_path):
    folder = tmp_path / "LICENSES"
    site = Path(str(distribution("PyYAML").locate_file("")))
    sources = [site / "PySide6" / "__init__.py", site / "numpy" / "__init__.py"]
    licences.collect(folder, sources, ["yaml.nodes", "json", "desktop.cli"])
    told = (folder / "README.txt").read_text(encoding="utf-8")
    for name in ("PyYAML", "numpy", "PySide6_Essentials", "Python", "pyinstaller"):
        assert re.search(rf"^{name} \S+: \S", told, re.MULTILINE | re.IGNORECASE), name
    assert "networkx" not in told
    qt = next(folder.glob("PySide6*"))
    assert {path.name for path in qt.iterdir()} == {"LGPL-3.0.txt", "GPL-3.0.txt"}
    for name in ("Qt.txt", "Material Design Icons.txt", "Apache-2.0.txt", "Enfilade.txt"):
        assert (folder / name).is_file()
    whole = licences.in_one(folder)
    assert whole.index("Enfilade (MIT) contains") < whole.index("GNU LESSER GENERAL PUBLIC LICENSE")


def test_what_belongs_to_nobody_known_ends_the_build(licences, tmp_path):
    stranger = tmp_path / "stranger.so"
    stranger.write_bytes(b"")
    with pytest.raises(licences.UnknownOwnerError, match=r"stranger\.so"):
        licences.collect(tmp_path / "LICENSES", [stranger], [])
    with pytest.raises(licences.UnknownOwnerError, match="nobodys_module"):
        licences.collect(tmp_path / "LICENSES", [], ["nobodys_module.part"])


# The commands


def test_the_check_on_a_bare_system_says_what_it_needs(dev, monkeypatch):
    monkeypatch.setattr(dev, "LINUX", False)
    with pytest.raises(dev.TroubleError, match="needs Linux, root and debootstrap"):
        dev.build(check=True)


def test_a_missing_tool_of_the_system_is_named(dev, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(dev.TroubleError, match="binutils"):
        dev.need_build_tools()


def test_the_test_command_builds_and_checks_after_the_suite(dev, monkeypatch):
    """In this order, each with a time of its own, and nothing after what failed."""
    ran = []
    monkeypatch.setattr(dev, "set_up", lambda: None)
    monkeypatch.setattr(dev, "need_qt", lambda purpose: None)
    monkeypatch.setattr(dev, "need_build_tools", lambda: None)
    monkeypatch.setattr(dev, "say", lambda text: said.append(text))
    said = []

    def call(command, *, headless=False):
        ran.append([str(each) for each in command])
        return 0

    monkeypatch.setattr(dev, "call", call)
    assert dev.test([]) == 0
    assert ran[-2][1:] == [str(dev.FREEZE), "--folder"]
    assert ran[-1] == [str(dev.PROGRAM), "--selfcheck"]
    assert "pytest" in ran[-3]
    lines = said[-2].splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["ok"] * len(ran)


def test_the_workflow_installs_what_the_command_would(dev):
    text = (ROOT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]["build"]
    script = "\n".join(step.get("run", "") for step in jobs["steps"])
    assert set(dev.QT_PACKAGES) <= set(script.split())
    systems = [each["system"] for each in jobs["strategy"]["matrix"]["include"]]
    assert systems == ["linux", "windows", "macos"]
    assert "never\n# run" in text
