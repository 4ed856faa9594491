// Reads the long lists of the page from the columns of columns.rs: numbered names and packed numbers.

const data = JSON.parse(document.getElementById("data").textContent);
const names = data.names;
const lowerNames = names.map((name) => name.toLowerCase());
const grouped = new Intl.NumberFormat("en");
const count = (number) => grouped.format(number);

// Numbers are in base 46, the highest digit first; see columns.rs. Float64 holds whole numbers up to 2^53.
function unpack(text) {
  const numbers = new Float64Array(text.length);
  let length = 0;
  let number = 0;
  for (let place = 0; place < text.length; place++) {
    let code = text.charCodeAt(place);
    if (code === 33) code = 60;
    else if (code === 32) code = 92;
    const digit = code - 35;
    if (digit < 46) {
      numbers[length++] = number * 46 + digit;
      number = 0;
    } else {
      number = number * 46 + digit - 46;
    }
  }
  return numbers.subarray(0, length);
}

// Calls `visit` for each name of the bag at index `place`. Returns the index after the bag.
function eachOfBag(numbers, place, visit) {
  const end = place + 1 + numbers[place];
  let name = 0;
  for (place++; place < end; place++) visit((name += numbers[place]));
  return end;
}

// Returns an array by name number: 1 for names that contain `text`, else 0.
function namesWith(text) {
  const wanted = text.trim().toLowerCase();
  const found = new Uint8Array(names.length);
  for (let name = 0; name < found.length; name++) found[name] = lowerNames[name].includes(wanted) ? 1 : 0;
  return found;
}

// Makes an HTML element with attributes and children. Strings become text, never markup.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

