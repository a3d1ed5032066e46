import type { GameClient, GameEntry } from "../board/game";
import { eventsAfter, type TableState } from "../board/table";
import { type Lexicon, lookUp, t } from "../i18n/language.svelte";
import type { LessonCard, TaskCard, Try, TryRefused } from "../startup/types";
import { announce } from "../ui/announce";
import * as hall from "./lesson-api";
import { LessonTable, OTHER } from "./lesson-table.svelte";
import { firstOf, say } from "./words";

/** Somebody on their way through a lesson: where they are, what is asked of them, and what they are told. */
export class Course {
  /** The task's place in the lesson; past the last one when all are done. */
  at = $state(0);
  table: LessonTable;
  /** What a wrong try is told, besides the rules' own sentence. */
  note = $state.raw<string | null>(null);
  private learnt = $state.raw<ReadonlySet<string>>(new Set());
  /** Another table for each task, and for each time that it is begun anew. */
  round = $state(0);

  constructor(
    private readonly entry: GameEntry,
    private readonly game: GameClient,
    private readonly lesson: LessonCard,
    private readonly sentences: Lexicon,
    private readonly sound: (event: unknown) => void,
  ) {
    this.learnt = new Set(lesson.done);
    const next = lesson.tasks.findIndex((task) => !this.learnt.has(task.scene.name));
    this.at = Math.max(0, next);
    this.table = $state.raw(this.laid());
  }

  readonly task: TaskCard = $derived.by(() => {
    const task = this.lesson.tasks[this.at];
    if (!task) throw new Error("no such task");
    return task;
  });
  readonly name: string = $derived.by(() => this.task.scene.name);
  /** Whether a figure of the rules is tried out: nothing is asked for. */
  readonly free: boolean = $derived.by(() => this.name.startsWith("figure."));
  readonly title: string = $derived.by(() => this.sentence([this.name]) ?? this.name);
  /** What is to be done now, or what came of it. */
  readonly text: string = $derived.by(() => {
    if (this.free) return say("free");
    const { act, done } = this.table;
    const keys = done ? [`${this.name}.done`] : [`${this.name}.do.${act + 1}`, `${this.name}.do`];
    return this.sentence(keys) ?? "";
  });
  readonly choices: readonly string[] | null = $derived.by(() =>
    this.table.done ? null : (this.task.acts[this.table.act]?.choices ?? null),
  );
  readonly marks: readonly string[] = $derived.by(() => {
    const { act, done, playing } = this.table;
    if (done || playing) return [];
    const own = this.task.acts[act]?.marks ?? [];
    return own.length > 0 || act > 0 ? own : this.task.scene.marks;
  });
  readonly last: boolean = $derived.by(() => this.at === this.lesson.tasks.length - 1);
  readonly steps = $derived.by(() =>
    this.lesson.tasks.map(({ scene: { name } }) => ({
      name,
      title: this.sentence([name]) ?? name,
      done: this.learnt.has(name) || (name === this.name && this.table.done),
    })),
  );

  choiceText(choice: string): string {
    return this.sentence([`${this.name}.choice.${choice}`]) ?? choice;
  }

  to(at: number): void {
    if (this.table.done) this.learnt = new Set([...this.learnt, this.name]);
    this.table.close();
    this.at = at;
    this.again();
  }

  next(): void {
    this.to(this.at + 1);
  }

  /** The same task from its beginning. */
  again(): void {
    this.table.close();
    this.note = null;
    this.table = this.laid();
    this.round += 1;
  }

  close(): void {
    this.table.close();
  }

  private laid(): LessonTable {
    const task = this.lesson.tasks[this.at];
    if (!task) throw new Error("no such task");
    const { name } = task.scene;
    const line = {
      attempt: (tries: readonly Try[]) => hall.attempt(this.entry.name, name, tries),
      plan: (tries: readonly Try[], parts: readonly string[]) =>
        hall.plan(this.entry.name, name, tries, parts),
    };
    const ears = {
      shown: (before: TableState, after: TableState) => this.hear(before, after),
      refused: (told: TryRefused) => this.explain(told),
      late: () => {
        this.again();
        this.note = say("late");
      },
    };
    return new LessonTable(task, t("seat.you"), line, ears);
  }

  private hear(before: TableState, after: TableState): void {
    this.note = null;
    for (const logged of eventsAfter(after.events, before.seq)) {
      this.sound(logged.event);
      const told = this.game.tell(logged, after.view, after.seats);
      if (told) announce(told);
    }
  }

  private explain({ code }: TryRefused): void {
    const act = this.table.act + 1;
    this.note = this.sentence([`${this.name}.no.${act}.${code}`, `${this.name}.no.${code}`]);
    if (code === OTHER) this.note ??= say("other");
  }

  private sentence(keys: readonly string[]): string | null {
    return firstOf(keys, this.table?.facts ?? {}, this.sentences);
  }

  /** What the game is called. */
  get called(): string {
    return lookUp("name", {}, this.entry.words) ?? "";
  }
}
