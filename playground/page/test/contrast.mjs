// Contrast of all text of a page, as WCAG defines it.

/** Texts with less than this contrast to what is behind them; runs in the page. Disabled controls are exempt. */
export function faint(least) {
    const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (element) => {
        for (let at = element; at !== null; at = at.parentElement) {
            const [r, g, b, alpha = 1] = channels(getComputedStyle(at).backgroundColor);
            if (alpha === 1) {
                return [r, g, b];
            }
        }
        return [255, 255, 255];
    };
    const found = [];
    let count = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent.trim();
        const isHidden = !element.checkVisibility({ visibilityProperty: true }) || element.closest("option, script, noscript");
        if (text === "" || isHidden || element.closest(":disabled")) {
            continue;
        }
        count += 1;
        const [one, other] = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (contrast < least) {
            found.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
        }
    }
    return { found, count };
}
