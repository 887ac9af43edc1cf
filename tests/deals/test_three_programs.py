"""The engine, the program of one file and the page's script agree on a thousand seeds, and see the same faults."""

import pytest

from tests.builders import make_game
from tests.sights import at

from .builders import deals_document, program

DOCUMENTS = 350  # of three hands each: more than 1,000 seeds


def spoilt(what: str) -> dict:
    """A document in which one thing is not as promised."""
    deals = deals_document(1)
    second = deals["deals"][1]
    if what == "seed":
        second["seed"] = "0" * 64
    elif what == "cards":
        held = [cards.split() for cards in second["held"]]
        held[0][0], held[1][0] = held[1][0], held[0][0]
        second["held"] = [" ".join(cards) for cards in held]
    else:
        second["dealer"] = (second["dealer"] + 1) % deals["players"]
    return deals


def test_the_program_finds_the_deals_of_the_engine_good():
    check = program().check_deals
    for number in range(DOCUMENTS):
        assert list(check(deals_document(number))) == []


def faults_in_browser(page, deals: list[dict]) -> list:
    return page.evaluate(
        """async (documents) => {
            const faults = [];
            for (const deals of documents) for await (const fault of faultsOfDeals(deals)) faults.push(fault[0]);
            return faults;
        }""",
        deals,
    )


@pytest.fixture
def page_with_script(live_site, page):
    """The page with the script, of some game: WebCrypto is there on localhost and by https only."""
    page.goto(f"{live_site}{at(make_game(begun=False), '/deals')}")
    return page


@pytest.mark.django_db(transaction=True)
def test_the_browser_finds_the_deals_of_the_engine_good(page_with_script):
    assert faults_in_browser(page_with_script, [deals_document(number) for number in range(DOCUMENTS)]) == []


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("seed", "the seed is not the one committed to"),
        ("cards", "deals other cards"),
        ("dealer", "the dealer should be"),
    ],
)
def test_the_program_says_what_is_not_as_promised(what, words):
    assert any(words in fault for fault in program().check_deals(spoilt(what)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["seed", "cards", "dealer"])
def test_the_browser_says_what_is_not_as_promised(what, page_with_script):
    assert what in faults_in_browser(page_with_script, [spoilt(what)])
