/**
 * A failure that the operator can fix, and whose message says how: the command line prints the message without a stack.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
}
