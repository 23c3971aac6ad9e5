// Draws the page's symbols: reads {nato: {name: letter code}, icons: {name: icon}} as JSON from stdin and writes one
// SVG sprite to stdout. Run by symbols.py.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ms from "milsymbol";
import { optimize } from "svgo";

const pictures = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
const SVG = 'xmlns="http://www.w3.org/2000/svg"';

/** A drawing with whole numbers only, as a symbol; at the size of a counter nobody sees the difference. */
function symbol(name, drawing) {
  const small = optimize(drawing, { floatPrecision: 0, plugins: ["preset-default"] }).data;
  const [, head, inside] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(small);
  const [, box] = /viewBox="([^"]+)"/.exec(head) ?? /viewBox="([^"]+)"/.exec(drawing);
  return `<symbol id="${name}" viewBox="${box}">${inside}</symbol>`;
}

function unit(name, code) {
  const drawn = new ms.Symbol(code, { size: 50, fill: false, monoColor: "currentColor", strokeWidth: 7 });
  if (!drawn.isValid()) throw new Error(`${name}: ${code} is no unit symbol`);
  return symbol(name, drawn.asSVG());
}

function icon(name, picture) {
  const found = pictures.icons[picture];
  if (!found) throw new Error(`${name}: ${picture} is no icon`);
  return symbol(name, `<svg ${SVG} viewBox="0 0 ${pictures.width} ${pictures.height}">${found.body}</svg>`);
}

const choice = JSON.parse(readFileSync(0, "utf8"));
const drawn = [
  ...Object.entries(choice.nato).map(([name, code]) => [name, unit(name, code)]),
  ...Object.entries(choice.icons).map(([name, picture]) => [name, icon(name, picture)]),
];
drawn.sort(([one], [other]) => (one < other ? -1 : 1));
console.log(`<svg ${SVG}>\n${drawn.map(([, made]) => made).join("\n")}\n</svg>`);
