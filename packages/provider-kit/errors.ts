/** Validly signed, but its content does not match the provider's documentation: none of it is applied. */
export class InvalidCallback extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidCallback";
  }
}

/** A query to a provider (who holds this account?) that failed. It changed nothing, so it may be repeated. */
export class ProviderUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderUnavailable";
  }
}

/** Nothing was sent to the provider; the message says what to mend. */
export class NotCertifiable extends Error {
  override name = "NotCertifiable";
}

/** A setting that its schema allows and the provider's own rules do not, such as an invalid certificate. */
export class InvalidSetting extends Error {
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.name = "InvalidSetting";
    this.setting = setting;
  }
}
