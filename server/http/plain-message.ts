const MAX_LENGTH = 120;

/** Capitalised words of engines and libraries. Any other may be a name. */
const KNOWN_WORD =
  /^(?:\w*(?:Error|Exception)|Uncaught|Cannot|Can|Failed|Unexpected|Unable|Invalid|Illegal|Minified|React|Maximum|Script|Importing|Load|Loading|Attempted|Assignment|Object|Promise|Permission|Network|Node|Element|Document|Window|Response|Request|JSON|URL|DOM|The|This|No|Too)$/;

/** An error's message without quoted texts, addresses, long numbers, non-ASCII and words that may be names. */
export function plainMessage(message: string): string {
  return message
    .replaceAll(/\S*:\/\/\S*/g, '*')
    .replaceAll(/(?<!\w)["'`\u2018\u201c].*?(?:["'`\u2019\u201d](?!\w)|$)/g, '*')
    .replaceAll(/\S*(?:@|[^\u0020-\u007e])\S*/g, '*')
    .replaceAll(/\+?\d(?:[\s().-]?\d){3,}/g, '*')
    .replaceAll(/(?<![\w.])[A-Z]\w*/g, (word) => (KNOWN_WORD.test(word) ? word : '*'))
    .slice(0, MAX_LENGTH);
}
