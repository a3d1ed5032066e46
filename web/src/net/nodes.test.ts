import { expect, it } from "vitest";
import type { Welcome } from "../startup/types";
import { Nodes } from "./nodes";

const welcome = (node: string | null, ...nodes: string[]) =>
  ({ type: "welcome", node, nodes }) as unknown as Welcome;

function connectedTo(node: string): Nodes {
  const nodes = new Nodes();
  nodes.path(0, 0);
  nodes.welcomed(welcome(node, "a", "b", "c"));
  return nodes;
}

it("knows one path in a hall of one process, whatever happens", () => {
  const nodes = new Nodes();
  nodes.welcomed(welcome(null));
  nodes.shun(0);
  nodes.lost(0);
  expect([nodes.path(0, 0.5), nodes.several, nodes.shunned(0)]).toEqual(["/ws", false, []]);
});

it("goes to the node that has the table", () => {
  const nodes = connectedTo("a");
  nodes.goTo("b", 0);
  expect(nodes.path(0, 0)).toBe("/n/b/ws");
});

it("goes back to the same node after a connection was lost", () => {
  const nodes = connectedTo("b");
  nodes.lost(0);
  expect(nodes.path(0, 0)).toBe("/n/b/ws");
});

it("asks others about a node that does not answer, for a while", () => {
  const nodes = connectedTo("b");
  nodes.shun(1000);
  nodes.lost(1000);
  const paths = [0, 0.3, 0.6, 0.99].map((chance) => nodes.path(2000, chance));
  expect(new Set(paths)).toEqual(new Set(["/n/a/ws", "/n/c/ws"]));
  expect([nodes.shunned(2000), nodes.shunned(6000)]).toEqual([["b"], []]);
});

it("leaves a node that says that any other knows", () => {
  const nodes = connectedTo("c");
  nodes.goTo("", 0);
  expect(nodes.shunned(0)).toEqual(["c"]);
  expect(nodes.path(0, 0.99)).toBe("/n/b/ws");
});

it("asks any node when none is left", () => {
  const nodes = connectedTo("a");
  for (const name of ["b", "c"]) {
    nodes.shun(0);
    nodes.goTo(name, 0);
    nodes.path(0, 0);
  }
  nodes.shun(0);
  expect(nodes.path(0, 0)).toBe("/ws");
  expect(nodes.shunned(0)).toEqual(["a", "b", "c"]);
});

it("forgives a node that welcomes us", () => {
  const nodes = connectedTo("a");
  nodes.shun(0);
  nodes.welcomed(welcome("a", "a", "b"));
  expect(nodes.shunned(0)).toEqual([]);
});
