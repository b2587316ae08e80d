/** A limb: upper and lower part in degrees, 0 straight down, 90 to the right of the picture, 180 up. */
export type Limb = readonly [upper: number, lower: number];

export type Pose = {
  /** Degrees of the upper body, forward (right) positive. */
  readonly lean: number;
  /** Degrees of the head's tilt. */
  readonly tilt: number;
  readonly armLeft: Limb;
  readonly armRight: Limb;
  readonly legLeft: Limb;
  readonly legRight: Limb;
  /** The arm that lies behind the body. */
  readonly behind?: 'left' | 'right' | 'both';
  /** Legs crossed on the ground: the leg angles are not used. */
  readonly seat?: 'floor';
  /** Height above the ground, for jumps. */
  readonly lift?: number;
};

const upright = { lean: 0, tilt: 0, legLeft: [-3, -2], legRight: [3, 2] } as const;
const floor = { lean: 0, tilt: 0, legLeft: [0, 0], legRight: [0, 0], seat: 'floor' } as const;
const chair = { lean: 2, tilt: 0, legLeft: [74, -4], legRight: [84, 2], behind: 'left' } as const;

export const poses = {
  stand: { ...upright, armLeft: [-12, -4], armRight: [12, 4] },
  attention: {
    ...upright,
    armLeft: [-6, -3],
    armRight: [6, 3],
    legLeft: [-1, 0],
    legRight: [1, 0],
  },
  wave: { ...upright, tilt: 4, armLeft: [-12, -6], armRight: [128, 168] },
  waveBoth: {
    ...upright,
    armLeft: [-132, -165],
    armRight: [132, 165],
    legLeft: [-8, -5],
    legRight: [8, 5],
  },
  hip: { ...upright, armLeft: [-42, 52], armRight: [14, 6], legLeft: [-6, 0], legRight: [8, 3] },
  salute: { ...upright, armLeft: [-6, -3], armRight: [92, 232] },
  namaste: { ...upright, tilt: 3, armLeft: [-20, 128], armRight: [20, -128] },
  clap: { ...upright, tilt: -3, armLeft: [-18, 112], armRight: [28, -112] },
  point: { ...upright, armLeft: [-14, -4], armRight: [100, 112] },
  hold: { ...upright, armLeft: [-16, 58], armRight: [16, -58] },
  offer: { ...upright, lean: 3, armLeft: [14, 84], armRight: [24, 92], behind: 'left' },
  read: { ...upright, tilt: 7, armLeft: [-4, 66], armRight: [10, 82], behind: 'left' },
  paint: { ...upright, lean: 3, armLeft: [-10, 40], armRight: [58, 110], behind: 'left' },
  walk: {
    lean: 3,
    tilt: 0,
    armLeft: [-26, -8],
    armRight: [24, 44],
    legLeft: [-20, -30],
    legRight: [20, 10],
    behind: 'left',
  },
  march: {
    lean: 0,
    tilt: 0,
    armLeft: [-30, -26],
    armRight: [48, 56],
    legLeft: [-12, -16],
    legRight: [40, 10],
    behind: 'left',
  },
  run: {
    lean: 13,
    tilt: -4,
    armLeft: [-58, 24],
    armRight: [38, 118],
    legLeft: [-34, -92],
    legRight: [58, 4],
    behind: 'left',
    lift: 10,
  },
  sprint: {
    lean: 18,
    tilt: -8,
    armLeft: [-74, 10],
    armRight: [50, 132],
    legLeft: [-52, -84],
    legRight: [72, 22],
    behind: 'left',
    lift: 16,
  },
  finish: {
    lean: 6,
    tilt: -10,
    armLeft: [-128, -150],
    armRight: [136, 152],
    legLeft: [-40, -80],
    legRight: [42, 6],
    lift: 10,
  },
  jump: {
    lean: 0,
    tilt: 0,
    armLeft: [-134, -158],
    armRight: [134, 158],
    legLeft: [-36, 18],
    legRight: [36, -18],
    lift: 34,
  },
  hurdle: {
    lean: 16,
    tilt: -4,
    armLeft: [-62, -20],
    armRight: [66, 112],
    legLeft: [-66, -118],
    legRight: [86, 70],
    behind: 'left',
    lift: 56,
  },
  kick: {
    lean: -9,
    tilt: 0,
    armLeft: [-66, -50],
    armRight: [50, 82],
    legLeft: [-8, -14],
    legRight: [58, 66],
    behind: 'left',
  },
  lunge: {
    lean: 26,
    tilt: -14,
    armLeft: [-42, 20],
    armRight: [74, 84],
    legLeft: [-54, -38],
    legRight: [66, -12],
    behind: 'left',
  },
  crouch: {
    lean: 22,
    tilt: -12,
    armLeft: [-50, 24],
    armRight: [40, 96],
    legLeft: [-48, 14],
    legRight: [62, -24],
    behind: 'left',
  },
  brace: {
    lean: -4,
    tilt: 4,
    armLeft: [-64, -110],
    armRight: [64, 110],
    legLeft: [-38, 6],
    legRight: [38, -6],
  },
  throw: {
    lean: -8,
    tilt: 0,
    armLeft: [-96, -60],
    armRight: [120, 176],
    legLeft: [-22, -14],
    legRight: [26, 8],
  },
  tree: {
    lean: 0,
    tilt: 0,
    armLeft: [-20, 128],
    armRight: [20, -128],
    legLeft: [0, 0],
    legRight: [62, -58],
  },
  warrior: {
    lean: 0,
    tilt: 0,
    armLeft: [-90, -90],
    armRight: [90, 90],
    legLeft: [-56, -52],
    legRight: [62, 0],
  },
  lotus: { ...floor, armLeft: [-34, 26], armRight: [34, -26] },
  floorHands: { ...floor, tilt: -3, armLeft: [-8, 74], armRight: [14, 96], behind: 'left' },
  floorRead: { ...floor, tilt: 9, lean: 3, armLeft: [-10, 62], armRight: [10, -62] },
  floorDrum: { ...floor, tilt: 4, armLeft: [-28, 34], armRight: [30, -34] },
  floorRaise: { ...floor, armLeft: [-20, 40], armRight: [150, 172] },
  floorReach: {
    ...floor,
    lean: 24,
    tilt: 8,
    armLeft: [10, 40],
    armRight: [34, 58],
    behind: 'left',
  },
  kneel: {
    lean: 12,
    tilt: 8,
    armLeft: [8, 52],
    armRight: [30, 66],
    legLeft: [-8, -92],
    legRight: [86, 4],
    behind: 'left',
  },
  dig: {
    lean: 24,
    tilt: 8,
    armLeft: [6, 44],
    armRight: [28, 52],
    legLeft: [-22, -20],
    legRight: [30, 6],
    behind: 'left',
  },
  sit: { ...chair, armLeft: [12, 70], armRight: [20, 84] },
  sitRead: { ...chair, tilt: 8, armLeft: [6, 84], armRight: [16, 98] },
  sitWrite: { ...chair, lean: 10, tilt: 10, armLeft: [16, 74], armRight: [32, 70] },
  sitRaise: { ...chair, armLeft: [16, 70], armRight: [166, 176] },
  sitThink: { ...chair, lean: 6, tilt: 6, armLeft: [20, 76], armRight: [44, 160] },
  danceHigh: {
    lean: -4,
    tilt: 8,
    armLeft: [-118, -192],
    armRight: [118, 192],
    legLeft: [-10, -4],
    legRight: [30, -18],
  },
  danceWide: {
    lean: 5,
    tilt: -8,
    armLeft: [-82, -142],
    armRight: [86, 40],
    legLeft: [-26, 10],
    legRight: [20, 2],
  },
  danceTurn: {
    lean: -6,
    tilt: 6,
    armLeft: [-60, -130],
    armRight: [136, 178],
    legLeft: [-6, -2],
    legRight: [46, -40],
  },
  danceHip: {
    lean: 4,
    tilt: -6,
    armLeft: [-46, 48],
    armRight: [134, 186],
    legLeft: [-14, -4],
    legRight: [18, 2],
  },
  flute: { ...upright, tilt: 6, armLeft: [-10, 128], armRight: [40, 132] },
  sing: { ...upright, tilt: -3, armLeft: [-34, -10], armRight: [38, 152] },
  bhangra: {
    lean: 0,
    tilt: 0,
    armLeft: [-122, -168],
    armRight: [122, 168],
    legLeft: [-40, 14],
    legRight: [12, 2],
    lift: 6,
  },
} as const satisfies Record<string, Pose>;

export type PoseName = keyof typeof poses;
