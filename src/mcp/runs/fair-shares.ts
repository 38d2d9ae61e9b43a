/** With fewer bytes an output shows nothing that helps. */
export const LEAST_SHARE = 160;

/** Who needs less than an equal part gets that, and what is left goes to the others in equal parts. */
function equalShares(needs: readonly number[], budget: number): readonly number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((_, place) => place).sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  let left = Math.max(0, budget);
  order.forEach((place, taken) => {
    const share = Math.min(needs[place] ?? 0, Math.floor(left / (order.length - taken)));
    shares[place] = share;
    left -= share;
  });
  return shares;
}

/** The least share, or nothing: those that are `first` before the others, each in order. */
function leastShares(
  needs: readonly number[],
  budget: number,
  isFirst: (place: number) => boolean,
): readonly number[] {
  const shares = needs.map(() => 0);
  const places = needs.map((_, place) => place);
  let left = Math.max(0, budget);
  for (const place of [...places.filter(isFirst), ...places.filter((place) => !isFirst(place))]) {
    const share = Math.min(needs[place] ?? 0, LEAST_SHARE);
    if (share > left) continue;
    shares[place] = share;
    left -= share;
  }
  return shares;
}

/** Shares a budget among outputs by what they need. Where equal parts are too small for all, some get nothing. */
export function fairShares(
  needs: readonly number[],
  budget: number,
  isFirst: (place: number) => boolean,
): readonly number[] {
  const shares = equalShares(needs, budget);
  const isTooSmall = shares.some((share, place) => share < LEAST_SHARE && share < (needs[place] ?? 0));
  return isTooSmall ? leastShares(needs, budget, isFirst) : shares;
}
