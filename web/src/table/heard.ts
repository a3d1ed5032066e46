import type { Heard } from "../lib/wire";

/** An event as this page has heard it; `Event` is the game's. */
export interface HeardEvent<Event> extends Heard {
  event: Event;
}

/**
 * The events of a table, in order. A value: each longer list is a new one, and both share what they have in
 * common, so that an event more costs the same after ten moves as after a thousand.
 */
export class HeardLog<Event = unknown> implements Iterable<HeardEvent<Event>> {
  private constructor(
    private readonly events: HeardEvent<Event>[],
    readonly length: number,
  ) {}

  /** These events, which have to be in order; the list is taken over. */
  static of<Event>(events: HeardEvent<Event>[] = []): HeardLog<Event> {
    return new HeardLog(events, events.length);
  }

  /** The number of the last event, 0 when there is none. */
  get last(): number {
    return this.at(-1)?.seq ?? 0;
  }

  at(index: number): HeardEvent<Event> | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < this.length ? this.events[place] : undefined;
  }

  /** The events with a greater number than this. */
  after(seq: number): HeardEvent<Event>[] {
    let first = this.length;
    while (first > 0 && (this.events[first - 1]?.seq ?? 0) > seq) first -= 1;
    return this.events.slice(first, this.length);
  }

  /** With these as well; what was known already is told anew. */
  with(heard: readonly HeardEvent<Event>[]): HeardLog<Event> {
    if (heard.length === 0) return this;
    return this.precedes(heard) ? this.appended(heard) : this.merged(heard);
  }

  find(wanted: (event: HeardEvent<Event>) => boolean): HeardEvent<Event> | undefined {
    for (const event of this) if (wanted(event)) return event;
    return undefined;
  }

  findLast(wanted: (event: HeardEvent<Event>) => boolean): HeardEvent<Event> | undefined {
    for (let place = this.length - 1; place >= 0; place -= 1) {
      const event = this.events[place];
      if (event && wanted(event)) return event;
    }
    return undefined;
  }

  filter(wanted: (event: HeardEvent<Event>) => boolean): HeardEvent<Event>[] {
    return [...this].filter(wanted);
  }

  map<Made>(make: (event: HeardEvent<Event>) => Made): Made[] {
    return Array.from(this, make);
  }

  *[Symbol.iterator](): Iterator<HeardEvent<Event>> {
    for (let place = 0; place < this.length; place += 1)
      yield this.events[place] as HeardEvent<Event>;
  }

  /** Whether all of these come after what is known, in order. */
  private precedes(heard: readonly HeardEvent<Event>[]): boolean {
    let { last } = this;
    for (const { seq } of heard) {
      if (seq <= last) return false;
      last = seq;
    }
    return true;
  }

  private appended(heard: readonly HeardEvent<Event>[]): HeardLog<Event> {
    // Somebody else has gone on from here already: two stories need two lists.
    const events = this.events.length === this.length ? this.events : [...this];
    for (const event of heard) events.push(event);
    return HeardLog.of(events);
  }

  private merged(heard: readonly HeardEvent<Event>[]): HeardLog<Event> {
    const bySeq = new Map([...this, ...heard].map((event) => [event.seq, event]));
    return HeardLog.of([...bySeq.values()].sort((one, other) => one.seq - other.seq));
  }
}
