"""Which zones cut a board, from nothing and where one thing of it changed, as networkx has it."""

from random import Random

import networkx
import pytest

from desktop.core.survey import cuts
from desktop.core.survey.cuts import cuts_after, cuts_of


def rows(chance):
    """Draw zones in rows, most of them joined to those beside them."""
    across, down = chance.randint(2, 14), chance.randint(1, 8)
    graph = networkx.grid_2d_graph(across, down)
    graph.remove_edges_from([edge for edge in graph.edges if chance.random() < 0.15])
    return networkx.convert_node_labels_to_integers(graph)


def changed(chance, graph):
    """Return it with two zones merged, one gone or come, or a way opened or shut."""
    now = graph.copy()
    one, other = chance.sample(sorted(now), 2)
    what = chance.choice(("merge", "leave", "come", "open", "shut"))
    if what == "merge":
        now = networkx.contracted_nodes(now, one, other, self_loops=False)
    elif what == "leave":
        now.remove_node(one)
    elif what == "come":
        now.add_edges_from([(max(now) + 1, one), (max(now) + 1, other)][: chance.randint(0, 2)])
    elif what == "open":
        now.add_edge(one, other)
    elif now.edges:
        now.remove_edge(*chance.choice(sorted(now.edges)))
    return now


def bits(zones):
    return sum(1 << zone for zone in zones)


def near(graph, many=120):
    return tuple(bits(graph[zone]) if zone in graph else 0 for zone in range(many))


@pytest.mark.parametrize("seed", range(40))
def test_what_cuts_a_board_is_known_after_a_change_as_from_nothing(seed):
    chance = Random(seed)
    for _ in range(10):
        graph = rows(chance)
        found = cuts_of(near(graph), bits(graph))
        for _ in range(4):
            assert found.found == bits(networkx.articulation_points(graph))
            if len(graph) < 2:
                break
            was, graph = near(graph), changed(chance, graph)
            pairs = enumerate(zip(was, near(graph), strict=True))
            others = bits(zone for zone, (before, now) in pairs if before != now)
            found = cuts_after(found, others, near(graph), bits(graph))


def test_where_most_of_a_board_is_new_no_zone_is_asked_by_itself(monkeypatch):
    graph = networkx.path_graph(40)
    monkeypatch.setattr(cuts, "_is_cut", lambda *_: pytest.fail("each would look over the board"))
    found = cuts_after(cuts_of((), 0), bits(graph), near(graph), bits(graph))
    assert found.found == bits(range(1, 39))
