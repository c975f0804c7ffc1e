/**
 * Waits for work of an extension, for at most `limitMs` milliseconds. Work that is not done then goes on, and nobody hears of it.
 * @throws what `late` gives, where it takes longer
 */
export async function inTime<T>(limitMs: number, work: PromiseLike<T> | T, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
