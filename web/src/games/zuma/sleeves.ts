/** Each seat's sleeve. The seat's sign tells the same without colour. */
const SLEEVES = ["#ef8a3c", "#4fb3d9", "#8cc152", "#e57ba6", "#f4d35e", "#b39ddb"] as const;

export function sleeveOf(seat: number): string {
  return SLEEVES[seat % SLEEVES.length] ?? SLEEVES[0];
}
