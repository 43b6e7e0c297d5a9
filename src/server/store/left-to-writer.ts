/** What a thread that only reads leaves to the one that writes. */
export class LeftToWriter extends Error {
  override readonly name = 'LeftToWriter';

  constructor() {
    super('Only the writing thread can do this');
  }
}
