/** A callback whose signature held but whose content is not what the provider's documentation says: none of it is applied. */
export class InvalidCallback extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidCallback";
  }
}

/** A question to a provider (who holds this account?) that found no answer. Nothing was changed by asking, so it may be asked again. */
export class ProviderUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderUnavailable";
  }
}

/** A setting that its schema allows and the provider's own rules do not: a certificate that is none, for one. */
export class InvalidSetting extends Error {
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.name = "InvalidSetting";
    this.setting = setting;
  }
}
