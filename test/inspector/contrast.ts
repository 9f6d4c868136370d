/** Texts of a page that are hard to read, inside web components, too: axe looks at no text in a shadow root of a frame. */

/** Runs in the page: the texts with a contrast below 4.5 (WCAG 2.2, 1.4.3), each with its colours. */
export const PALE_TEXTS = `(() => {
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const partsOf = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, alpha = 1], below) => [r, g, b].map((value, at) => value * alpha + below[at] * (1 - alpha));
  const backgroundOf = (element) => {
    if (element === undefined || element === null) return [255, 255, 255];
    const own = partsOf(getComputedStyle(element).backgroundColor);
    if (own.length < 4) return own;
    return over(own, backgroundOf(element.parentElement ?? element.getRootNode().host));
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const elementsIn = (root) =>
    [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? elementsIn(each.shadowRoot) : [])]);
  const hasText = (element) =>
    element.tagName !== 'STYLE' &&
    [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '');
  // A colour on its way to another one is none that people read.
  for (const animation of elementsIn(document).flatMap((element) => element.getAnimations()))
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
  const found = elementsIn(document).flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!hasText(element) || width === 0 || height === 0 || style.visibility === 'hidden') return [];
    const background = backgroundOf(element);
    const ratio = contrast(over(partsOf(style.color), background), background);
    return ratio < 4.5 ? [element.textContent.trim().slice(0, 40) + ': ' + ratio.toFixed(2)] : [];
  });
  return [...new Set(found)];
})()`;
