/** What the setting `auth` may be, in words and as a pattern. */
export const authForms = 'scheme=NAME, bearer, basic, header=NAME, cookie=NAME or query=NAME';
export const authPattern = '^(?:bearer|basic|(?:scheme|header|cookie|query)=.+)$';
