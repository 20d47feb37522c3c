"""`symproof completion`: a script that completes commands, options and their choices in a shell."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable

from symproof.files.streams import put
from symproof.verdict import Exit

EXAMPLE = 'eval "$(symproof completion bash)"'

BASH = """_symproof() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=""
    case "${{COMP_WORDS[1]}} $COMP_CWORD" in
        *\\ 1) words="{commands}" ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [[ ${{#COMPREPLY[@]}} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$word"))
}}
complete -F _symproof symproof"""


def _statements() -> dict[str, str]:
    from symproof.paper import abouts

    return {about["id"]: about["title"] for about in abouts()}


def _kinds() -> dict[str, str]:
    from symproof.examples.make import kinds_text
    from symproof.examples.stacks import stacks_text

    return kinds_text() | stacks_text()


def _pictures() -> dict[str, str]:
    from symproof.render.figures import pictures

    return {picture.name: picture.about for picture in pictures().values()}


def _activations() -> dict[str, str]:
    from symproof.kernel.activations import TABLE

    return dict.fromkeys(TABLE, "")


NAMES: dict[str, Callable[[], dict[str, str]]] = {
    "show": _statements,
    "verify": _statements,
    "example": _kinds,
    "figure": _pictures,
    "activation": _activations,
    "expand": _activations,
}


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0; the script is printed."""
    put({"bash": bash, "zsh": zsh, "fish": fish}[args.shell]() + "\n")
    return Exit.ESTABLISHED


def words_of(command: str) -> dict[str, str]:
    """What may follow a command: its options and the names it takes, each with its help."""
    from symproof.command.main import parser_for

    chosen = parser_for(command).chosen
    found = NAMES[command]() if command in NAMES else {}
    for action in chosen._actions if chosen else ():
        found |= dict.fromkeys(action.option_strings, action.help or "")
        found |= {str(value): "" for value in action.choices or () if not action.option_strings}
    return found


def bash() -> str:
    """For bash; zsh runs it too."""
    from symproof.command.main import COMMANDS

    cases = "\n".join(f'        {name}\\ *) words="{" ".join(words_of(name))}" ;;' for name in COMMANDS)
    return BASH.format(commands=" ".join(COMMANDS), cases=cases)


def zsh() -> str:
    """For zsh, by way of its reading of bash's completions."""
    return f"autoload -U +X bashcompinit && bashcompinit\n{bash()}"


def fish() -> str:
    """For fish, with the line of help of each word."""
    from symproof.command.main import COMMANDS

    lines = [_fish("__fish_use_subcommand -f", f"-a {name}", text) for name, text in COMMANDS.items()]
    for name in COMMANDS:
        inside = f"'__fish_seen_subcommand_from {name}'"
        lines += [_fish(inside, _fish_word(word), text) for word, text in words_of(name).items()]
    return "\n".join(lines)


def _fish(inside: str, word: str, text: str) -> str:
    return f"complete -c symproof -n {inside} {word} -d {shlex.quote(text)}"


def _fish_word(word: str) -> str:
    if word.startswith("--"):
        return f"-l {word[2:]}"
    return f"-s {word[1:]}" if word.startswith("-") else f"-a {word}"
