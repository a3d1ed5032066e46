let known: string | null = null;

/**
 * Whether the line still speaks for whom this page was loaded. A device that was signed out from another one, or
 * another tab that has become somebody else, has to begin anew.
 */
export function isStill(person: string): boolean {
  known ??= person;
  return known === person;
}
