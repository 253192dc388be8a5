"""What the survey works out of a graph, and of one that is taken over from another."""

from random import Random

import networkx
from hypothesis import given
from hypothesis import strategies as st

from desktop.core.survey.graph import Graph
from desktop.core.survey.table import Ids, Table


def drawn(chance):
    """Draw some zones and paths between them."""
    zones = [f"z{n}" for n in chance.sample(range(12), chance.randint(1, 9))]
    ends = [chance.sample(zones, 2) for _ in range(chance.randint(0, 14)) if len(zones) > 1]
    paths = {f"{a}-{b}-{n}": (a, b, chance.random() < 0.9) for n, (a, b) in enumerate(ends)}
    return tuple(zones), paths


def table_of(paths):
    return Table(Ids(tuple(paths)), tuple(paths.values()))


def changed(chance, zones, paths):
    """Draw what an edit leaves: zones that come, go or change places, and paths that do."""
    more, _ = drawn(chance)
    kept = [zone for zone in zones if chance.random() < 0.8] or list(zones)
    kept += [zone for zone in more if zone not in kept and chance.random() < 0.3]
    if chance.random() < 0.2:
        chance.shuffle(kept)
    left = {id_: path for id_, path in paths.items() if {*path[:2]} <= {*kept}}
    for id_ in chance.sample(sorted(left), len(left) // 4):
        del left[id_]
    for n in range(chance.randint(0, 3)) if len(kept) > 1 else ():
        a, b = chance.sample(kept, 2)
        left[f"new {a}-{b}-{n}"] = (a, b, chance.random() < 0.9)
    return tuple(kept), left


def check_graph(graph, zones, paths):
    one_way = networkx.DiGraph()
    one_way.add_nodes_from(zones)
    for a, b, back in paths.values():
        one_way.add_edge(a, b)
        if back:
            one_way.add_edge(b, a)
    both_ways = one_way.to_undirected()
    parts = list(networkx.connected_components(both_ways))
    assert graph.edges == both_ways.number_of_edges()
    assert graph.cut_zones == {*networkx.articulation_points(both_ways)}
    degrees = dict(both_ways.degree)
    fewest = graph.fewest(graph.bits(zones))
    assert graph.zones(fewest) == {zone for zone in zones if degrees[zone] == min(degrees.values())}
    assert graph.ends == {zone for zone, many in both_ways.degree if many == 1}
    assert len(graph.parts) == len(parts)
    assert graph.longest == max(networkx.diameter(both_ways.subgraph(part)) for part in parts)
    for zone in zones:
        moves = networkx.single_source_shortest_path_length(one_way, zone)
        walk, back = graph.walk((zone,)), graph.walk_back((zone,))
        assert {each: walk.moves(each) for each in zones if each in walk} == moves
        assert {each for each in zones if zone in graph.walk((each,))} == graph.zones(back.all)
        assert graph.within(zone, 1) == {each for each, many in moves.items() if many <= 1}


@given(st.integers(0, 2**32))
def test_a_graph_that_is_taken_over_knows_what_one_made_from_nothing_does(seed):
    chance = Random(seed)
    zones, paths = drawn(chance)
    ids, table = Ids(zones), table_of(paths)
    graph = Graph.of(ids, table)
    for _ in range(4):
        check_graph(graph, zones, paths)
        zones, paths = changed(chance, zones, paths)
        was, (ids, table) = (ids, table), (Ids(zones), table_of(paths))
        graph = graph.followed(was, (ids, table))


def test_a_graph_stays_the_same_where_nothing_of_it_differs():
    zones, paths = ("a", "b"), {"a-b": ("a", "b", True)}
    ids, table = Ids(zones), table_of(paths)
    graph = Graph.of(ids, table)
    assert graph.followed((ids, table), (ids, table_of(paths))) is graph
