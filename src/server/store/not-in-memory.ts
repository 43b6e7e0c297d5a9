/** A question or a change that this thread leaves to the one that writes: it holds no rows of the database. */
export class NotInMemory extends Error {
  override readonly name = 'NotInMemory';

  constructor() {
    super('Only the writing thread has this');
  }
}
