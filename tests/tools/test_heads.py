from __future__ import annotations

from pathlib import Path

from tests.tools.conftest import Run


def test_one_line_proves_every_record_of_a_list(wardiary: Run, finished: str, tmp_path: Path):
    listed, proof = tmp_path / "heads.jsonl", tmp_path / "proof.json"
    first = wardiary("heads", "add", listed, finished).out.strip()
    other = wardiary("new", "undaunted", "--scenario", "la-raye", "--json").document["match"]
    line = wardiary("heads", "add", listed, "--json").document

    assert first.startswith("1:")
    assert line["size"] >= 2
    later = f"{line['size']}:{line['root']}"
    assert wardiary("heads", "check", listed, first, later).out.strip() == later
    wardiary("heads", "prove", listed, other, "-o", proof)
    shown = wardiary("heads", "verify", proof, later).out
    assert shown.startswith(wardiary("head", other, "--json").document["head"])
    wardiary("heads", "grow", listed, first, "-o", proof)
    assert f"{later} goes on from {first}" in wardiary("heads", "verify", proof, first, later).out
    assert wardiary("audit", finished, "--head", listed).out.startswith("EXACT")


def test_a_rewritten_list_or_proof_is_refused(wardiary: Run, finished: str, tmp_path: Path):
    listed, proof = tmp_path / "heads.jsonl", tmp_path / "proof.json"
    line = wardiary("heads", "add", listed, finished).out.strip()
    wardiary("heads", "prove", listed, finished, "-o", proof)
    head = wardiary("head", finished, "--json").document["head"]
    listed.write_text(listed.read_text().replace(head, head[::-1]))
    proof.write_text(proof.read_text().replace(head, head[::-1]))

    for words, why in (
        (("check", listed, line), "does not go on"),
        (("verify", proof, line), "its hashes do not fit"),
        (("add", listed, finished), "it was rewritten"),
        (("check", listed, "1:zz"), "SIZE:ROOT"),
        (("prove", listed), "name the match"),
    ):
        refused = wardiary("heads", *words)
        assert refused.code == 2
        assert why in refused.err
    audited = wardiary("audit", finished, "--head", listed)
    assert audited.out.startswith("TAMPERED")


def test_a_head_in_a_mail_is_found_though_it_is_quoted(
    wardiary: Run, finished: str, tmp_path: Path
):
    """An answer that quotes the head counts."""
    head = wardiary("head", finished, "--json").document["head"]
    mail = tmp_path / "answer.eml"
    mail.write_text(f"Subject: Re: our match\n\nYes, go on.\n> > head: {head}  position 12\n")

    assert head[:12] in wardiary("audit", finished, "--head", mail).out
    mail.write_text(mail.read_text().replace(head, "0" * 64))
    assert wardiary("audit", finished, "--head", mail).code == 4
    mail.write_text("Subject: Re: our match\n\nYes, go on.\n")
    assert "holds no head" in wardiary("audit", finished, "--head", mail).err
