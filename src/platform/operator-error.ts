/** A failure that whoever runs the product can mend, and whose message says how: the command line prints it and no stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
