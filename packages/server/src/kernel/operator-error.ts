/** A failure that the operator can fix: the command line prints its message, which says how, without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
