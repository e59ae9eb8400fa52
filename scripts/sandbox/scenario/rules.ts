import type { Json, JsonObject } from '../../contract/json.js';

/** One rule of a scenario: what happens, and at which request, or at what time. */
export interface ScenarioRule {
  /** The requests that it is about. All conditions must hold; it counts requests that are refused, too. */
  when?: ScenarioCondition | undefined;
  /** The time since the start or the last reset, such as `500ms`, `2s` or `1m`. With `when`, it counts from then on. */
  after?: string | undefined;
  then: ScenarioOutcome;
}

export interface ScenarioCondition {
  /** `PATCH`, in upper or lower case. */
  method?: string | undefined;
  /** The id of an operation of the contract: `updatePartnerEntry`. */
  operation?: string | undefined;
  /** The path of a request, or a template: `/api/directory/private/v1alpha/tiers/{tier_id}/`. */
  path?: string | undefined;
  /** Only the request of this number among them, the first being 1. */
  nth?: number | undefined;
}

/** What happens. A rule without `when` has only `fault`, from then on, `remove` and `set`. */
export interface ScenarioOutcome {
  /** The status of the response; the request is not performed. */
  status?: number | undefined;
  /** The body of that response: a text as it is, any other value as JSON. */
  body?: Json | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds to wait before the response, at most a minute. */
  delay?: number | undefined;
  /** A fault that the request meets; see `faultNames`. */
  fault?: string | undefined;
  /** The connection ends without a response. Without a socket, the response is 503. */
  drop?: true | undefined;
  /** Removes a resource, as its DELETE would. */
  remove?: { kind: string; id: string } | undefined;
  /** Changes fields of a resource, as its PATCH would. */
  set?: { kind: string; id: string; fields: JsonObject } | undefined;
}

/** A rule that was checked. */
export interface Rule {
  /** Milliseconds since the start. */
  after: number;
  when:
    | { method: string | undefined; operation: string | undefined; path: RegExp | undefined; nth: number }
    | undefined;
  outcome: ScenarioOutcome;
}
