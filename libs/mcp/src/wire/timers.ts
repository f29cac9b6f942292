/** Milliseconds: Node counts them in 32 bits, and fires timers beyond this at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
