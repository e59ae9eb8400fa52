// The formats of the contract, equivalent to the full mode of ajv-formats. The regular expressions of ajv-formats
// overflow the stack on long strings; these functions search for wrong characters, so strings can have any length.

/**
 * A character that a URI allows only in some places, or nowhere. This quick test is enough for most strings, which have
 * no such character.
 */
const specialCharacterPattern = /[^\w\-.~!$&'()*+,;=:@/?]/;
const simpleEmailPattern = /^\w{1,64}@[a-z\d]{1,63}\.[a-z\d]{1,63}$/i;

const invalidUriPattern = /[^\w\-.~!$&'()*+,;=:@/?%]|%(?![\da-f]{2})/i;
const invalidReferencePattern = /[^\w\-.~!$&'"()*+,;=:@/?%]|%(?![\da-f]{2})/i;
const invalidUserPattern = /[^\w\-.~!$&'()*+,;=:%]|%(?![\da-f]{2})/i;

const schemePattern = /^[a-z][a-z\d+\-.]*:(?=[^?#])/i;

/** A URI with a scheme (RFC 3986 §3). */
export function uri(text: string): boolean {
  if (!specialCharacterPattern.test(text)) return schemePattern.test(text);
  const [scheme] = schemePattern.exec(text) ?? [];
  return scheme !== undefined && isValidAfterScheme(text.slice(scheme.length), invalidUriPattern);
}

/** A URI or a relative reference (RFC 3986 §4.1). */
export function uriReference(text: string): boolean {
  if (!specialCharacterPattern.test(text)) return true;
  const [scheme = ''] = /^[a-z][a-z\d+\-.]*:/i.exec(text) ?? [];
  return isValidAfterScheme(text.slice(scheme.length), invalidReferencePattern);
}

function isValidAfterScheme(text: string, invalidCharacterPattern: RegExp): boolean {
  const end = text.search(/[?#]/);
  const path = end < 0 ? text : text.slice(0, end);
  // The first # is a delimiter; any further # is wrong.
  if (invalidCharacterPattern.test(text.slice(path.length).replace('#', '/'))) return false;
  if (!invalidCharacterPattern.test(path)) return true;
  // A URI may have brackets only around an IP address.
  const [, textBefore = '', address = '', textAfter = ''] = /^(\/[^[\]]*)\[([^[\]]*)\]([^[\]]*)$/.exec(path) ?? [];
  const user = textBefore.replace(/^\/\/?/, '');
  return (
    (user === '' || (user.endsWith('@') && !invalidUserPattern.test(user.slice(0, -1)))) &&
    (isIpv6(address) || /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(address)) &&
    /^(?::\d*)?(?:\/|$)/.test(textAfter) &&
    !invalidCharacterPattern.test(textAfter)
  );
}

/**
 * An IPv6 address (RFC 4291 §2.2): eight groups, or fewer groups and one `::`; an IPv4 address can replace the last two
 * groups.
 */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const [left = '', right, extraText] = text.split('::');
  const groups = [left, right].flatMap((half) => (half ? half.split(':') : []));
  const lastGroup = groups.at(-1) ?? '';
  const hasIpv4 = text.endsWith(lastGroup) && isIpv4(lastGroup);
  const count = groups.length + (hasIpv4 ? 1 : 0);
  const areHexadecimal = (hasIpv4 ? groups.slice(0, -1) : groups).every((group) => /^[\da-f]{1,4}$/i.test(group));
  return areHexadecimal && extraText === undefined && (right === undefined ? count === 8 : count < 8);
}

function isIpv4(text: string): boolean {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) < 256);
}

/** An email address whose host contains a dot; quotes and comments are not accepted. */
export function email(text: string): boolean {
  if (simpleEmailPattern.test(text)) return true;
  const [localText = '', host = '', extraText] = text.split('@', 3);
  return (
    extraText === undefined &&
    !/[^\w!#$%&'*+/=?^`{|}~.-]|^\.|\.\.|\.$|^$/.test(localText) &&
    !/[^a-z\d.-]|^[.-]|[.-]\.|\.-|[.-]$|^[^.]*$/i.test(host)
  );
}

export function uuid(text: string): boolean {
  return /^(?:urn:uuid:)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** A date (RFC 3339 §5.6). */
export function date(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  return year !== undefined && month !== undefined && day !== undefined && isValidDay(year, month, day);
}

function isValidDay(year: number, month: number, day: number): boolean {
  // Add 400 years, after which the calendar repeats, because Date misreads years before 100.
  const days = new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** A date and a time with an offset (RFC 3339 §5.6), leap seconds included. */
export function dateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)[t\s](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-]\d\d)(?::?(\d\d))?)$/i.exec(text);
  if (!match) return false;
  const numbers = match.slice(1).map((part) => Number(part ?? 0));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, , offsetMinutes = 0] = numbers;
  const sign = match[7]?.startsWith('-') ? -1 : 1;
  const offsetHours = Math.abs(Number(match[7] ?? 0));
  if (!isValidDay(year, month, day) || offsetHours > 23 || offsetMinutes > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const utcMinute = minute - sign * offsetMinutes;
  const utcHour = hour - sign * offsetHours - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}
