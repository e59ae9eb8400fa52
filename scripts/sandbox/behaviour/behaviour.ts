import type { Json } from '../../contract/json.js';
import type { Call, CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import type { Route } from '../model/read-contract.js';
import type { RequestMistake, SandboxResponse } from '../model/response.js';
import type { Store, StoreChange } from '../model/store.js';

export interface RequestContext {
  request: Request;
  /** The path of the request's URL, not decoded. */
  path: string;
  /** Undefined until the request has been assigned to an operation. */
  operation: SandboxOperation | undefined;
  parameters: Readonly<Record<string, string>>;
  /** The store that the request reads, which a fault may replace. Changes always go to the store of the sandbox. */
  store: Store;
}

/** The steps from a request to its response. A fault can replace any of them. To refuse, a step throws a `Refusal`. */
export interface Behaviour {
  authenticate(exchange: RequestContext): void;
  route(path: string): Route;
  /** Selects the operation with the method of the request. */
  choose(
    exchange: RequestContext,
    route: Route,
  ): { operation: SandboxOperation; parameters: Readonly<Record<string, string>> };
  /** Runs for each authenticated request before its body is read. A correct server does nothing here. */
  handleArrival(exchange: RequestContext): void | Promise<void>;
  /** Checks that each path parameter names an existing resource that belongs to the resources before it in the path. */
  locateResource(exchange: RequestContext): void;
  readText(exchange: RequestContext): Promise<string>;
  parse(exchange: RequestContext, text: string): Json;
  /** Lists how the body violates the schema of the request. */
  judgeRequest(operation: SandboxOperation, body: Json): RequestMistake[];
  /** Computes the outcome of the call, but stores nothing. */
  perform(call: Call): CallOutcome;
  /** Lists how the response to the planned changes would violate the contract. */
  judgeOutcome(operationId: string, body: unknown): RequestMistake[];
  commit(store: Store, changes: readonly StoreChange[], exchange: RequestContext): void;
  respond(exchange: RequestContext, outcome: CallOutcome): SandboxResponse;
  /** Edits any response, error responses included, before it is sent. */
  finish(exchange: RequestContext, response: SandboxResponse): SandboxResponse | Promise<SandboxResponse>;
  /** False if a fault breaks the contract on purpose: the sandbox then validates stored records, but no responses. */
  judgesResponses: boolean;
}

/** A fault of a server, or a valid behaviour that differs from the sandbox's usual behaviour. */
export interface SandboxFault<Name extends string = string> {
  name: Name;
  about: string;
  /** True if a server with this behaviour still keeps the contract, so that no check may report it. */
  keepsContract: boolean;
  /** Returns the steps that the fault replaces. */
  change(behaviour: Behaviour): Partial<Behaviour>;
}
