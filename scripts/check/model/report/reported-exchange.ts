import type { CaseKind, Expectation } from '../case.js';
import type { KeyUse } from '../exchange.js';

/** A header of a message. */
export interface ReportedHeader {
  /** In lower case. */
  name: string;
  /** Its value. */
  value: string;
}

/** A body. */
export interface ReportedBody {
  /** Its media type; empty if the message does not say it. */
  mimeType: string;
  /** Its text, or its bytes in base64. */
  text: string;
  /** How the text holds bytes that are not UTF-8. */
  encoding?: 'base64';
}

/** A request of a run and its response: an entry of a HAR 1.2, with the purpose of the request. */
export interface ReportedExchange {
  /** Id of the test case. */
  case: string;
  /** The operation that it tests. */
  operationId: string;
  /** The kind of the case. */
  kind: CaseKind;
  /** What a correct server does. */
  expect: Expectation;
  /** Which key was sent; no report contains it. */
  key: KeyUse;
  /** JSON pointer to the tested part of the request body. */
  pointer?: string;
  /** Whether the path leads to a missing resource. */
  isAtUnknownId?: boolean;
  /** Whether the run had begun to write. */
  isWriting?: boolean;
  /** Milliseconds. @minimum 0 */
  time: number;
  /** The request, without credentials. */
  request: {
    /** The HTTP method. */
    method: string;
    /** The whole address. */
    url: string;
    /** Its headers. */
    headers: ReportedHeader[];
    /** Its body. */
    postData?: ReportedBody;
  };
  /** The response, without credentials. */
  response: {
    /** The status. @integer */
    status: number;
    /** Its headers. */
    headers: ReportedHeader[];
    /** Its body. */
    content: ReportedBody;
  };
}
