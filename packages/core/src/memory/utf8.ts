/** How many bytes `text` takes in UTF-8. A lone surrogate counts as the three bytes of the character that replaces it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, i, unit)) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function isPair(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
