/** Pictures for the documentation. */

import type { Page } from 'playwright-core';

/** Whether this run shall write the pictures, and the samples beside them: `npm run docs:pictures`. */
export const PICTURES_WANTED = process.env['DOCS_PICTURES'] === '1';

/** A name that browsers convert a picture for. */
const FORMAT = 'image/webp';

/** A quarter of the bytes of PNG. The browser itself converts, on an empty page, which has no policy. */
export async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const empty = await page.context().newPage();
  const url = await empty.evaluate(
    `(async () => {
      const blob = await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob();
      const bitmap = await createImageBitmap(blob);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      return canvas.toDataURL('${FORMAT}', 0.8);
    })()`,
  );
  await empty.close();
  return Buffer.from(String(url).split(',')[1]!, 'base64');
}
