/** What is wrong with a request to the control plane; told as problem details (RFC 9457), or thrown in-process. */

/** What a problem may carry beside its status, title and detail. */
export interface ProblemExtras {
  /** Extension members of the problem details. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  /** As HTTP has it. */
  readonly status: number;
  readonly title: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, title: string, detail: string, { members = {}, headers = {} }: ProblemExtras = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.members = members;
    this.headers = headers;
  }
}

/** 404. */
export function notThere(detail: string): Problem {
  return new Problem(404, 'Not found', detail);
}

/** 409, for what is well-formed and does not fit what is there. */
export function conflict(detail: string, members: Readonly<Record<string, unknown>> = {}): Problem {
  return new Problem(409, 'Conflict', detail, { members });
}

/** 422, for values that cannot be used; `pointer` is a JSON pointer to the one that is wrong. */
export function unusable(
  title: string,
  detail: string,
  pointer: string,
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  return new Problem(422, title, detail, { members: { pointer, ...members } });
}
