export class Violation extends Error {
  override readonly name = 'Violation'
}

export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Violation(what)
}
