import fc from "fast-check";

/** The same mutant must get the same examples in every run, and a failing example need not be shrunk. */
fc.configureGlobal({ seed: 7, endOnFailure: true });
