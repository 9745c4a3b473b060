/**
 * Starts at most `maxInTurn` pieces of work in one turn of the event loop; the others start in the next turns, in their
 * order. One turn reads every socket that has data. If all of these requests started at once, the next request, even
 * one that is refused, would wait for all of them. With fewer requests, none waits. A limit on the number in flight was
 * rejected: requests that wait for a slow provider would fill it while the loop has nothing to do.
 */
export function createBeginInTurn(maxInTurn: number): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  let begun = 0;
  let isCounting = false;

  function nextTurn(): void {
    isCounting = false;
    begun = 0;
    const next = waiting.slice(0, maxInTurn);
    waiting = waiting.slice(maxInTurn);
    for (const work of next) begin(work);
  }

  function begin(work: () => void): void {
    begun += 1;
    if (!isCounting) setImmediate(nextTurn);
    isCounting = true;
    work();
  }

  return (work) => {
    if (begun < maxInTurn && waiting.length === 0) begin(work);
    else waiting.push(work);
  };
}
