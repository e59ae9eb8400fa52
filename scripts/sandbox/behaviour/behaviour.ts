import type { Json } from '../../contract/json.js';
import type { Call, CallOutcome } from '../model/call.js';
import type { SandboxOperation } from '../model/operations.js';
import type { RequestMistake, SandboxResponse } from '../model/response.js';
import type { Route } from '../model/router.js';
import type { Change, Store } from '../model/store.js';

/** One request on its way through the sandbox. */
export interface RequestContext {
  request: Request;
  /** The path of the URL, as it was sent. */
  path: string;
  /** Undefined until it is known. */
  operation: SandboxOperation | undefined;
  parameters: Readonly<Record<string, string>>;
  /** What the request reads; changes go to the sandbox's own. */
  store: Store;
}

/**
 * What the sandbox does with a request, step by step. The steps are kept apart so that a fault can take the place of
 * one of them and leave the others alone. A step refuses by throwing a `Refusal`.
 */
export interface Behaviour {
  /** Lets a request in by its key. */
  authenticate(exchange: RequestContext): void;
  /** Which operations have the path of the URL. */
  route(path: string): Route;
  /** Which of them the method asks for. */
  choose(
    exchange: RequestContext,
    route: Route,
  ): { operation: SandboxOperation; parameters: Readonly<Record<string, string>> };
  /** Comes before anything is read for a request that was let in; a right server has nothing to do here. */
  arrive(exchange: RequestContext): void | Promise<void>;
  /** Makes sure that each parameter names a thing that is there, in the place that the path gives it. */
  locate(exchange: RequestContext): void;
  /** The text of the body. */
  readText(exchange: RequestContext): Promise<string>;
  /** The JSON of the text. */
  parse(exchange: RequestContext, text: string): Json;
  /** What does not fit the schema of the request. */
  judgeRequest(operation: SandboxOperation, body: Json): RequestMistake[];
  /** What the call comes to; nothing has changed yet. */
  perform(call: Call): CallOutcome;
  /** What the contract would not let the sandbox answer, if the changes were made. */
  judgeOutcome(operation: SandboxOperation, shown: unknown): RequestMistake[];
  /** Makes the changes. */
  commit(store: Store, changes: readonly Change[], exchange: RequestContext): void;
  /** The answer to a call that was done. */
  answer(exchange: RequestContext, outcome: CallOutcome): SandboxResponse;
  /** The last look at an answer, refusals included, before it leaves. */
  finish(exchange: RequestContext, response: SandboxResponse): SandboxResponse | Promise<SandboxResponse>;
  /**
   * False where a fault breaks the contract on purpose: then answers leave as they are. What is stored is judged all
   * the same.
   */
  judgesAnswers: boolean;
}

/** A way in which a server can be wrong, or right in another way than the sandbox is. */
export interface Fault {
  name: string;
  /** What the server does. */
  about: string;
  /** True for a server that is right in a way of its own: nobody may find fault with it. */
  keepsContract: boolean;
  /** The steps that it takes the place of. */
  change(behaviour: Behaviour): Partial<Behaviour>;
}
