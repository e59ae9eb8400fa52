import type { Kind } from './setting-kinds.js';
import { type SettingName, settingsByName } from './settings.js';

/** The value of each setting, as the command uses it. */
export type SettingValues = {
  [Name in SettingName]: (typeof settingsByName)[Name]['kind'] extends Kind<infer Value> ? Value : never;
};

export function kindOf<Name extends SettingName>(name: Name): Kind<SettingValues[Name]> {
  return settingsByName[name].kind as Kind<unknown> as Kind<SettingValues[Name]>;
}
