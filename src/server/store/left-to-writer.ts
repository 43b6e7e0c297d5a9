/** Thrown for a call that only the writing thread can serve. */
export class LeftToWriter extends Error {
  override readonly name = 'LeftToWriter';

  constructor() {
    super('Only the writing thread can do this');
  }
}
