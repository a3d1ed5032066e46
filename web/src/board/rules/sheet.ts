import type { Component } from "svelte";
import type { FiguresCard, SceneCard } from "../../startup/types";

/** A part of a game's rules: its words are `id`, the title, and `id.1`, `id.2`, ...; `id.0` introduces them. */
export interface Section {
  id: string;
  /** Whether its sentences are numbered rules. */
  numbered?: boolean;
  figures?: readonly string[];
  /** Whether they need room. */
  wide?: boolean;
}

/** How the rules of a game are laid out, and which sentence explains which refusal. */
export interface Sheet {
  sections: readonly Section[];
  /** The figures that can be tried out. */
  live: readonly string[];
  /** The key of a sentence by the code of a refusal. */
  refusals: Readonly<Record<string, string>>;
}

export interface RulesProps {
  /** Null while the hall cannot be reached: then there are only words. */
  hall: FiguresCard | null;
  /** The sentence that somebody wants to read. */
  at: string | null;
  /** Where a figure can be tried out. */
  tryAt(scene: SceneCard): string | null;
}

/** A small game may have rules without figures, which need nothing. */
export type RulesPage = { default: Component<RulesProps> | Component };
