"""Writing: whole or not at all, and nothing that exists is lost without being told."""

import errno
import json
import os
import stat

import pytest
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.files import writers
from symproof.files.readers import read_block
from symproof.files.writers import check_writable, json_text, write_block, write_json, write_text
from symproof.model.block import Block


def test_text_arrives_exactly(tmp_path):
    path = tmp_path / "out.txt"
    write_text(path, "a\r\né\n\n")
    assert path.read_bytes() == "a\r\né\n\n".encode()
    assert os.listdir(tmp_path) == ["out.txt"]


def test_what_exists_is_kept_without_force(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("precious")
    for refuse in (lambda: write_text(path, "new"), lambda: check_writable(path)):
        with pytest.raises(Malformed, match=r"out\.txt: exists; --force replaces it"):
            refuse()
    assert path.read_text() == "precious"
    write_text(str(path), "new", force=True)
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_permissions_follow_the_mask_and_survive_a_replacement(tmp_path):
    path = tmp_path / "out.txt"
    before = os.umask(0o027)
    try:
        write_text(path, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    write_text(path, "two", force=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_links_are_followed(tmp_path):
    (tmp_path / "store").mkdir()
    target, link, dangling = tmp_path / "store" / "real", tmp_path / "link", tmp_path / "dangling"
    target.write_text("old")
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "store" / "absent")
    for path in (link, dangling):
        with pytest.raises(Malformed, match="exists"):
            write_text(path, "new")
    write_text(link, "new", force=True)
    assert link.is_symlink()
    assert target.read_text() == "new"
    write_text(dangling, "there", force=True)
    assert (tmp_path / "store" / "absent").read_text() == "there"


def test_directories_devices_and_absent_folders_are_refused(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path, words in (
        (tmp_path, "is a directory"),
        (fifo, "is not a regular file"),
        (tmp_path / "absent" / "out.txt", "absent"),
        (fifo / "out.txt", "fifo"),
        ("a\0b", "cannot be written"),
        (tmp_path / ("x" * 300), "cannot be written"),
        ("", "cannot be written"),
    ):
        with pytest.raises(Malformed, match=words) as error:
            write_text(path, "new", force=True)
        assert str(error.value).startswith(str(path))
    assert os.listdir(tmp_path) == ["fifo"]


def test_the_early_check_agrees(tmp_path):
    for path in (tmp_path / "new", "-", "just-a-name"):
        check_writable(path)
    for path in (tmp_path, tmp_path / "absent" / "out.txt", "a\0b"):
        with pytest.raises(Malformed):
            check_writable(path, force=True)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace", "link"])
def test_a_failure_leaves_no_part(tmp_path, monkeypatch, force, error, step):
    path = tmp_path / "out.txt"
    if force:
        path.write_text("precious")
    calls = []

    def fail(*arguments):
        calls.append(step)
        raise error

    monkeypatch.setattr(writers.os, step, fail)
    if step == "link":
        monkeypatch.setattr(writers.os, "rename", fail)
    needed = step == "fsync" or (step == "replace") == force
    if needed:
        with pytest.raises((Malformed, KeyboardInterrupt)) as caught:
            write_text(path, "new", force=force)
        assert isinstance(error, KeyboardInterrupt) or f"{path}: cannot be written: No space" in str(
            caught.value
        )
        assert calls
        assert os.listdir(tmp_path) == (["out.txt"] if force else [])
        assert not force or path.read_text() == "precious"
    else:
        write_text(path, "new", force=force)
        assert not calls
        assert path.read_text() == "new"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_made_in_the_meantime_is_kept(tmp_path, monkeypatch, links):
    path = tmp_path / "out.txt"
    real, sync = os.link, os.fsync

    def late(descriptor):
        path.write_text("precious")
        sync(descriptor)

    def link(*arguments):
        if not links:
            raise OSError(errno.EPERM, "no hard links here")
        real(*arguments)

    monkeypatch.setattr(writers.os, "fsync", late)
    monkeypatch.setattr(writers.os, "link", link)
    with pytest.raises(Malformed, match=r"cannot be written: .*exists"):
        write_text(path, "new")
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_file_systems_without_hard_links(tmp_path, monkeypatch):
    def link(*arguments):
        raise OSError(errno.EPERM, "no hard links here")

    monkeypatch.setattr(writers.os, "link", link)
    write_text(tmp_path / "out.txt", "new")
    assert (tmp_path / "out.txt").read_text() == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_text_that_is_no_text(tmp_path):
    with pytest.raises(Malformed, match="cannot be written"):
        write_text(tmp_path / "out.txt", "\ud800")
    assert os.listdir(tmp_path) == []


def test_standard_output(capsys):
    write_json("-", {"a": [1]})
    assert capsys.readouterr().out == '{\n "a": [1]\n}\n'


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@law
@given(values)
def test_json_text_means_the_value(value):
    text = json_text(value)
    assert json.loads(text) == value
    assert text.isascii()
    assert text.endswith("\n")


@pytest.mark.parametrize("value", [{"x": float("nan")}, [float("inf")], {"a": {"b": float("-inf")}}])
def test_json_has_no_nan(tmp_path, value):
    with pytest.raises(ValueError, match="JSON compliant"):
        write_json(tmp_path / "out.json", value)
    assert os.listdir(tmp_path) == []


def test_written_blocks_are_read_back(tmp_path):
    block = Block([[1, "2/3"], [-0.1, 5]], [[1, 2], ["1/7", 0]], "gelu", [[0, 1], [1, 0]], floats="binary")
    write_block(tmp_path / "w.json", block)
    assert read_block(tmp_path / "w.json") == block
    assert read_block(tmp_path / "w.json").sha256 == block.sha256
