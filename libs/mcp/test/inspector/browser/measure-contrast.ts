/** In the page: how light its ground is, and which texts do not stand out from theirs (WCAG, 1.4.3). */
export function measureContrast() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('no canvas');
  const luminance = (color: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return { value: 0.2126 * r + 0.7152 * g + 0.0722 * b, clear: alpha === 0 };
  };
  const groundOf = (element: Element | null): number => {
    if (!element) return 1;
    const ground = luminance(getComputedStyle(element).backgroundColor);
    return ground.clear ? groundOf(element.parentElement) : ground.value;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement as HTMLElement;
    if (!node.textContent?.trim() || !element.checkVisibility() || element.closest('script, style'))
      continue;
    const [a, b] = [luminance(getComputedStyle(element).color).value, groundOf(element)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${node.textContent.slice(0, 40)}`);
  }
  return { ground: groundOf(document.body), faint };
}
