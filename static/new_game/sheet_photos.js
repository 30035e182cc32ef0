/** Reads the codes in photos of a sheet, in browsers that know how to read codes. */

/** @typedef {{ detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]> }} Detector */
/** @typedef {{ new (about: object): Detector, getSupportedFormats(): Promise<string[]> }} Detectors */
/** @typedef {{ texts: string[], problem: string }} Found what codes hold; a problem if there is no code */

const QR = "qr_code";
const MOST_BYTES = 32 * 1024 * 1024;
const NO_CODE = "No code was found in this photo. Try again closer, one code at a time.";
const NO_PHOTO = "This photo cannot be read.";
const TOO_LARGE = "This photo is larger than 32 MB. Choose a smaller one.";

/** Return what reads the codes in files, or null if this browser cannot. */
export async function photoReader() {
  // deno-lint-ignore oldest/lacks -- without it nobody is offered to read photos
  const { BarcodeDetector: Maker } = /** @type {{ BarcodeDetector?: Detectors }} */ (globalThis);
  if (!Maker) return null;
  // Some browsers have it and read no format, for want of a service of their system.
  // deno-lint-ignore oldest/lacks
  const formats = /** @type {string[]} */ (await Maker.getSupportedFormats().catch(() => []));
  if (!formats.includes(QR)) return null;
  const detector = new Maker({ formats: [QR] });
  return (/** @type {File[]} */ files) => readPhotos(files, detector);
}

/**
 * Read one photo after the other, so that only one is in memory.
 * @param {File[]} files
 * @param {Detector} detector
 * @returns {Promise<Found>}
 */
async function readPhotos(files, detector) {
  const texts = [];
  let problem = NO_CODE;
  for (const file of files) {
    const isTooLarge = file.size > MOST_BYTES;
    const photo = isTooLarge ? null : await createImageBitmap(file).catch(() => null);
    if (!photo) problem = isTooLarge ? TOO_LARGE : NO_PHOTO;
    // deno-lint-ignore oldest/lacks
    const codes = photo ? await detector.detect(photo).catch(() => []) : [];
    photo?.close();
    texts.push(...codes.map(({ rawValue }) => rawValue));
  }
  return { texts, problem };
}
