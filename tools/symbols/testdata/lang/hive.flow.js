/**
 * @flow strict
 */
const Hive = {
  start(task: ?Task): {
    then: <U>(done?: ?(void) => ?(Promise<U> | U)) => Promise<U>,
    ...
  } {
    return { cancel: function () { const no = 1; } };
  },
  limit: 3,
};

const waiting = new Set<number | Handle>();
let timer: ?TimeoutID = null;
type Handle = { id: number };

function schedule(): void {
  const local: number = 1;
}
