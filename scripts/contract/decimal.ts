/** Returns a number as a whole number of its last decimal digit, and the exponent of this digit. */
function decimalOf(number: number): [digits: bigint, exponent: number] {
  if (Number.isInteger(number)) return [BigInt(number), 0];
  const [text = '', exponent = 0] = String(number).split('e');
  return [BigInt(text.replace('.', '')), Number(exponent) - (text.split('.')[1] ?? '').length];
}

/**
 * Returns the last multiple of a step up to a number, and the first one from it. They are computed with decimal digits:
 * with doubles, 1999 * 0.01 is 19.990000000000002.
 */
export function multiplesAround(number: number, step: number): readonly [below: number, above: number] {
  if (!Number.isFinite(number)) return [number, number];
  const [[digits, exponent], [stepDigits, stepExponent]] = [decimalOf(number), decimalOf(step)];
  const scale = Math.min(exponent, stepExponent);
  const whole = digits * 10n ** BigInt(exponent - scale);
  const unit = stepDigits * 10n ** BigInt(stepExponent - scale);
  const rest = ((whole % unit) + unit) % unit;
  const toNumber = (value: bigint): number => Number(`${value}e${scale}`);
  return [toNumber(whole - rest), toNumber(rest === 0n ? whole : whole - rest + unit)];
}

/**
 * Whether a number is a multiple of a step in decimal digits. As doubles, 19.99 and 0.01 each differ from their digits
 * by up to half of the last bit, so the remainder may differ from 0 by a whole one. Integers below 2^53 are exact.
 */
export function isMultipleOf(number: number, step: number): boolean {
  const size = Math.abs(number);
  const rest = size % step;
  const error = step % 1 || size >= 2 ** 53 ? size / 2 ** 52 : 0;
  return rest <= error || step - rest <= error;
}

/** Whether a double may stand for another whole number than the one that was written, because it exceeds 2^53. */
export function mayBeRounded(number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER;
}
