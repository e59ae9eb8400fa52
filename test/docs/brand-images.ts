/** A red pixel, as PNG. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNYxWAMAAI1AN5vXftlAAAAAElFTkSuQmCC',
  'base64',
);

/** The same picture, as ICO. */
export const icon = Buffer.concat([
  Buffer.from([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 24, 0, picture.length, 0, 0, 0, 22, 0, 0, 0]),
  picture,
]);
