/**
 * At most `maxInTurn` pieces of work begin in one turn of the event loop, which reads every socket that has data: if
 * all began at once, the next request, even a refused one, would wait for them. A limit on the number in flight was
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
