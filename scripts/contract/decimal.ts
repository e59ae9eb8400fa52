/** Splits a number into an integer and a power of ten: 19.99 into 1999 and -2. */
function decimalOf(number: number): [digits: bigint, exponent: number] {
  if (Number.isInteger(number)) return [BigInt(number), 0];
  const [text = '', exponent = 0] = String(number).split('e');
  return [BigInt(text.replace('.', '')), Number(exponent) - (text.split('.')[1] ?? '').length];
}

/**
 * Returns the multiples of a step next to a number: the largest one not above it, and the smallest one not below it.
 * The function computes with decimal digits, because 1999 * 0.01 in doubles is 19.990000000000002.
 */
export function multiplesAround(number: number, step: number): readonly [below: number, above: number] {
  if (!Number.isFinite(number)) return [number, number];
  const [[digits, exponent], [stepDigits, stepExponent]] = [decimalOf(number), decimalOf(step)];
  const scale = Math.min(exponent, stepExponent);
  const scaledNumber = digits * 10n ** BigInt(exponent - scale);
  const unit = stepDigits * 10n ** BigInt(stepExponent - scale);
  const remainder = ((scaledNumber % unit) + unit) % unit;
  const toNumber = (value: bigint): number => Number(`${value}e${scale}`);
  const below = scaledNumber - remainder;
  return [toNumber(below), toNumber(remainder === 0n ? below : below + unit)];
}

/**
 * Whether a number, as people write it, is a multiple of a step. Doubles such as 19.99 and 0.01 are wrong by up to half
 * of their last bit, so the remainder may be wrong by a whole bit. Integers below 2^53 are exact.
 */
export function isMultipleOf(number: number, step: number): boolean {
  const size = Math.abs(number);
  const rest = size % step;
  const error = step % 1 || size >= 2 ** 53 ? size / 2 ** 52 : 0;
  return rest <= error || step - rest <= error;
}

/** Whether a number is so large (over 2^53) that its original text may have been another whole number. */
export function mayBeRounded(number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER;
}
