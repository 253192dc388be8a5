"""What the Help menu holds."""

from desktop.ui.menus.verb import Verb, calls

VERBS = (
    Verb(
        id="help.contents", text="Help", do=calls("help"), menu="help", keys=("F1",),
        icon="help-circle-outline", words="manual how guide rules",
    ),
    Verb(
        id="help.keys", text="Keys", do=calls("show_keys"), menu="help", keys=("Ctrl+/", "?"),
        icon="keyboard-outline", words="shortcuts cheat sheet page",
    ),
    Verb(
        id="help.log", text="Show the error log", do=calls("show_log"), menu="help",
        words="crash report bug",
    ),
    Verb(id="help.about", text="About Enfilade", do=calls("about"), menu="help", gap=True,
         words="version licence"),
)  # fmt: skip
