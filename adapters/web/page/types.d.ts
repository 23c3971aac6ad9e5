// What the API sends, for the type checker alone: see adapters/web/schemas and the projections.

export type Seat = string;
export type Scalar = string | number | boolean;
export type Candidate = string | number;
/** A value of a slot: undefined while it is open, a list where the slot takes several. */
export type SlotValue = Candidate | Candidate[] | undefined;

export interface Scenario {
  id: string;
  title: string;
  seatings: Seat[][];
  about: string;
}

export interface Setting {
  name: string;
  default: Scalar;
  choices: Scalar[];
  about: string;
  rule: string;
}

export interface Game {
  name: string;
  title: string;
  version: string;
  scenarios: Scenario[];
  settings: Setting[];
}

export interface MatchCreated {
  match: string;
  keys: Record<Seat, string>;
  director: string;
  invitations?: Record<Seat, string>;
}

export interface SeatClaimed {
  match: string;
  seat: Seat;
  key: string;
  again: boolean;
}

export interface Trust {
  director: string;
  director_plays: Seat[];
  keys: { opens: "director" | "administrator"; sees_all: boolean; made: number }[];
  thrown_away: number;
  thrown_away_unknown: number;
  sentences: string[];
}

export interface InvitationShown {
  match: string;
  title: string;
  scenario: string;
  seat: Seat;
  yours: boolean;
  trust: Trust;
  about: string;
  name: string;
  host: string;
  shares: boolean;
}

export interface RewindAsked {
  to: number;
  asked: Seat;
  agreed: Seat[];
  waiting: Seat[];
  between: string;
  redo: boolean;
}

export interface Summary {
  match: string;
  game: string;
  title: string;
  scenario: string;
  version: string;
  seats: Record<Seat, string>;
  settings: Record<string, Scalar>;
  round: number;
  turn: number;
  phase: string;
  position: number;
  over: boolean;
  winners: Seat[];
  reason: string;
  waiting_for: Seat[];
  yours: string[];
  view_as: string[];
  public: boolean;
  paused: boolean;
  open: boolean;
  disclosure: string;
  consents: Seat[];
  parent: string;
  at: number;
  dealt: string;
  damage: string;
  rewind: RewindAsked | null;
  unproven: string;
  scenario_title: string;
  name: string;
  invited: Record<Seat, number>;
  people: Record<Seat, string>;
  since: Record<Seat, number>;
  latest: string;
  latest_at: number;
  deadlines: Record<string, number>;
  waits: { seat: Seat; keeper: string; since: number } | null;
}

export interface Slot {
  name: string;
  candidates: Candidate[];
  least: number;
  most: number;
  many: boolean;
  repeatable: boolean;
}

export interface Offer {
  verb: string;
  slots: Slot[];
  rule: string;
  label: string;
  constraint: string;
  text: string;
  facts: Record<string, Candidate>;
  /** The command in plain words, with {slot} for each slot. */
  says: string;
  /** What is given up by it; "" for nothing. */
  warning: string;
}

/** Why something is not possible now. */
export interface WhyNot {
  what: string;
  rule: string;
  why: string;
}

export interface PreviewText {
  says: string;
  lines: { text: string; rule: string }[];
  totals: { what: string; total: number; items: { name: string; value: number; rule: string }[]; rule: string }[];
  likelihoods: { what: string; ways: number; of: number; rule: string }[];
  end: "question" | "chance" | "unknown" | "over";
}

export interface PreviewAnswer {
  preview: PreviewText | null;
  refused: WhyNot | null;
}

export interface Hint {
  advice: string;
  command: object;
  says: string;
}

export interface RuleText {
  text: string;
  rule: string;
}

export interface Guide {
  game: string;
  title: string;
  aim: RuleText[];
  turn: RuleText[];
  mistakes: RuleText[];
  first: { scenario: string; seats: Seat[]; seat: Seat; why: string };
}

/** What a game's own pack prints. */
export interface Reference {
  game: string;
  title: string;
  components: Component[];
  terrain: SpaceFace[];
}

export interface Rulebook {
  game: string;
  title: string;
  rules: { id: string; text: string }[];
}

export interface Prompt {
  seat: Seat;
  rule: string;
  question: string;
  offers: Offer[];
  facts: Record<string, Candidate>;
  window: number;
  /** What the candidates of its slots are called. */
  names: Record<string, string>;
}

export interface Prompts {
  position: number;
  waiting_for: Seat[];
  prompts: Prompt[];
  rewind: RewindAsked | null;
}

export interface CommandResult {
  first: number;
  last: number;
  position: number;
  events: object[];
  prompts: Prompt[];
}

export interface Sentence {
  position: number;
  rule: string;
  text: string;
  seat: Seat;
  tag: string;
  undone: boolean;
  time: number;
}

export interface LogPage {
  sentences: Sentence[];
  before: number;
  after: number;
  more: boolean;
}

/** An event of an entry, with what the page reads of it. */
export interface TableEvent {
  event: string;
  rule: string;
  seat?: Seat;
  purpose?: string;
  pool?: string;
  faces?: number[];
  what?: string;
  items?: { name: string; value: number; rule: string }[];
  total?: number;
  pieces?: string[];
}

/** Events by the positions that close their entries. */
export interface EventPage {
  events: { position: number; event: TableEvent }[];
  after: number;
  more: boolean;
}

/** An entry of the feed; the last one comes with what is asked. */
export interface Entry {
  events?: TableEvent[];
  first: number;
  position: number;
  time: number;
  seat: Seat;
  round: number;
  turn: number;
  phase: string;
  over: boolean;
  log: Sentence[];
  /** What rolls, totals and items are called whose recorded texts hold ids. */
  texts?: Record<string, string>;
  asked?: Seat[];
  prompts?: Prompt[];
}

export interface Result {
  winners: Seat[];
  reason: string;
  scores: Record<Seat, number>;
}

export interface Piece {
  id: string;
  title: string;
  kind: string;
  owner: Seat;
  face: string;
  marks: Record<string, number>;
  until: Record<string, string>;
  host: string;
  back: string;
  hidden: boolean;
  place: number;
  shape: string;
  prints: string;
  values: CurrentValue[];
  /** Its title, with whose it is where that is not clear. */
  name: string;
}

/** A printed number or word: what it is called, its value, what it means, and the rule. */
export interface Figure {
  name: string;
  value: number | string;
  meaning: string;
  rule: string;
  note: string;
}

export interface Face {
  name: string;
  title: string;
  family: string;
  symbol: string;
  subtitle: string;
  figures: Figure[];
  texts: { text: string; rule: string }[];
}

/** A kind of piece as printed; its usual face comes first. */
export interface Component {
  kind: string;
  shape: string;
  faces: Face[];
  number: number;
  back: string;
}

/** What is printed on a space, the same for a whole match. */
export interface SpaceFace {
  zone: string;
  title: string;
  terrain: string;
  symbol: string;
  level: number;
  objective: string;
  figures: Figure[];
  edges: { to: string; side: number; kind: string; title: string; rule: string }[];
  texts: { text: string; rule: string }[];
}

export interface Components {
  components: Record<string, Component>;
  spaces: Record<string, SpaceFace>;
}

/** What a printed number amounts to now, and the items that make it up. */
export interface CurrentValue {
  name: string;
  value: number;
  items: { name: string; value: number; rule: string }[];
}

export interface Stack {
  zone: string;
  name: string;
  count: number | null;
  pieces: Piece[];
  hidden: number;
  ordered: boolean;
  control: Seat;
  values: CurrentValue[];
  note: string;
}

export interface Space {
  zone: string;
  x: number;
  y: number;
  note: string;
  tracks: Record<string, number>;
  stack: Stack;
}

export interface Board {
  game: string;
  title: string;
  scenario: string;
  position: number;
  round: number;
  turn: number;
  phase: string;
  seat: Seat;
  seats: Seat[];
  shape: string;
  spaces: Space[];
  links: [string, string][];
  rows: { title: string; stacks: Stack[] }[];
  tracks: Record<string, number>;
  result: Result | null;
  goals: string[];
  track_labels: Record<string, string>;
  /** The phases of a turn in their order: their names and titles. */
  phases: [string, string][];
}

/** What an id on the table means: a piece in a place, or a place. */
export interface Indexed {
  name: string;
  piece?: Piece;
  hand?: boolean;
}

export interface IndexedBoard extends Board {
  index: Map<string, Indexed>;
}

/** Position, time (ms), the seat that acted, round, turn. */
export type Moment = [number, number, Seat, number, number];

export interface Timeline {
  entries: Moment[];
  undone: [number, number][];
  head: number;
  more: boolean;
}

export interface Point {
  position: number;
  time: number;
  round: number;
  turn: number;
  value: number;
}

/** A space that is seen from another, or that fire reaches from there. */
export interface InSight {
  space: string;
  distance: number;
  hindrance: number;
  fire: boolean;
  seen: boolean;
}

export interface LuckPoint {
  position: number;
  luck: number;
}

export interface Scores {
  now: { seats: Record<Seat, Record<string, number>>; table: Record<string, number>; result: Result | null };
  tracks: Record<string, Point[]>;
  labels: Record<string, string>;
  standings: { title: string; points: Record<Seat, Point[]>; losses: Record<Seat, Point[]> };
}

export interface Die {
  die: string;
  counts: Record<string, number>;
  rolls: number;
  text: string;
}

export interface DiceOfLine {
  all: Die[];
  seats: Record<Seat, Die[]>;
  picks: number;
  undone: number;
  limits: string;
}

export interface Dice {
  dice: DiceOfLine;
  luck: Record<Seat, LuckPoint[]>;
}

export interface SeatDeadline {
  state: "runs" | "stands" | "vacation" | "paused" | "late" | "over";
  /** When the seat must have answered (ms), 0 while nothing runs. */
  deadline: number;
  left: number;
  /** When its vacation ends (ms), 0 for none. */
  back: number;
  vacation: number;
  missed: boolean;
}

export interface Deadlines {
  clock: string;
  late: string;
  zone: string;
  seats: Record<Seat, SeatDeadline>;
}

export interface GrantWish {
  seat: Seat;
  length: number;
  by: Seat[];
}

/** What seats want that others must agree to. */
export interface TimeWishes {
  pause: Seat[];
  persons: Seat[];
  grantors: Record<Seat, Seat[]>;
  grants: GrantWish[];
}

/** How the clocks stand now, and what was agreed on. */
export interface TimeState {
  now: number;
  deadlines: Deadlines | null;
  sentences: string[];
  budget: number;
  wishes: TimeWishes | null;
}

export interface DoneInName {
  position: number;
  time: number;
  text: string;
  by: string;
  undone: boolean;
}

/** What an agreement about time means, with a deadline (ms) for a question asked now. */
export interface AgreementText {
  sentences: string[];
  example: number;
}

export interface Clock {
  seats: Record<Seat, { answers: number; total: number; longest: number; average: number; asked_since: number }>;
  waited: Record<Seat, Record<Seat, number>>;
  now: number;
}

export interface Heading {
  id: string;
  text: string;
}

export interface Rule {
  id: string;
  text: string;
  chapter: Heading[];
  beside: Heading[];
  uses: number;
  used: number[];
}

export interface Condition {
  fact: string;
  how: string;
  value: Candidate;
}

export interface StandingAnswer {
  verb: string;
  rule?: string;
  when?: Condition[];
  slots?: Record<string, Candidate[]>;
  until_turn?: number;
  until_round?: number;
  late?: boolean;
}

export interface Standing {
  answers: StandingAnswer[];
  seat: Seat;
}

export interface Question {
  rule: string;
  question: string;
  verbs: string[];
  facts: { fact: string; values: Candidate[] }[];
  slots: { verb: string; slot: string; values: Candidate[] }[];
}

export interface StandingChoices {
  questions: Question[];
  verbs: string[];
  /** What each verb does, in plain words. */
  labels: Record<string, string>;
  /** What pieces, spaces and other words are called. */
  names: Record<string, string>;
}

export interface RewindOption {
  to: number;
  consent: Seat[];
  why: string;
}

export interface BranchCreated {
  match: string;
  parent: string;
  at: number;
  dealt: string;
}

export interface Branch {
  match: string;
  parent: string;
  at: number;
  head: number;
  over: boolean;
  dealt: string;
  yours: boolean;
  name: string;
  seats: Record<Seat, string>;
  winners: Seat[];
  reason: string;
}

/** How often something was seen, and the range in which its true share is (95 %). */
export interface Chance {
  times: number;
  number: number;
  share: number;
  low: number;
  high: number;
}

export interface ReviewMoment {
  position: number;
  round: number;
  turn: number;
  seats: Record<Seat, Chance>;
}

export interface TurningPoint {
  position: number;
  branch_at: number;
  by: Seat;
  texts: string[];
  before: Chance;
  after: Chance;
  change: number;
  low: number;
  high: number;
  decision: number | null;
  luck: number | null;
  says: string;
}

export interface Review {
  match: string;
  seat: Seat;
  winners: Seat[] | null;
  curve: ReviewMoment[];
  turns: TurningPoint[];
  rollouts: number;
  whole: boolean;
  basis: string;
  seed: string;
  version: string;
}

export interface RankedOrder {
  command: string;
  text: string;
  number: number;
  value: number;
  low: number;
  high: number;
  behind: number;
  behind_low: number;
  behind_high: number;
  tied: boolean;
}

export interface ComparedOrders {
  seat: Seat;
  measure: string;
  orders: RankedOrder[];
  left_out: number;
  basis: string;
}

export type TaskState = "none" | "waiting" | "working" | "stopped" | "done" | "failed";

export interface ReviewAnswer {
  state: TaskState;
  step: number;
  steps: number;
  thorough: boolean;
  why: string;
  seat: Seat;
  eyes: string;
  review: Review | null;
}

export interface OrdersAnswer {
  state: TaskState;
  step: number;
  steps: number;
  why: string;
  at: number;
  orders: ComparedOrders | null;
}

export interface BranchTree {
  root: string;
  branches: Branch[];
}

export interface PieceState {
  zone: string;
  face: string;
  marks: Record<string, number>;
  host: string;
}

export interface Side {
  match: string;
  position: number;
  round: number;
  turn: number;
  phase: string;
  seat: Seat;
  result: Result | null;
}

export interface Pair {
  left: number;
  right: number;
}

export interface Diff {
  common: number;
  left: Side;
  right: Side;
  pieces: { piece: string; name: string; left: PieceState | null; right: PieceState | null }[];
  hidden: Record<string, Pair>;
  tracks: Record<string, Pair>;
  luck: Record<Seat, Pair>;
  track_labels: Record<string, string>;
}

export interface Verdict {
  scope: "all" | "seat";
  verdict: string;
  position: number;
  rule: string;
  detail: string;
  notes: string[];
  head: string;
}

/** What /readyz says of the parts of the service. */
export interface Health {
  ready: boolean;
  store: string;
  redis: string;
  feed: string;
  follower: string;
  stopping: boolean;
}

/** What a refusal carries. */
export interface ProblemBody {
  type?: string;
  title?: string;
  detail?: string;
  rule?: string;
  position?: number;
}

/** What each address answers to GET. */
export type Answer<Path extends string> = Path extends "/readyz"
  ? Health
  : Path extends "games"
    ? { games: Game[]; keepers: string[] }
    : Path extends `games/${string}/${infer Part}`
      ? Part extends keyof GameAnswers
        ? GameAnswers[Part]
        : never
      : Path extends "matches"
        ? { matches: Summary[]; more: number | null }
        : Path extends `matches/${string}/${infer Part}`
          ? MatchAnswer<Part>
          : Path extends `matches/${string}`
            ? Summary
            : never;

interface MatchAnswers {
  view: Board;
  components: Components;
  text: string;
  prompts: Prompts;
  log: LogPage;
  events: EventPage;
  timeline: Timeline;
  scores: Scores;
  dice: Dice;
  clock: Clock;
  deadlines: TimeState;
  "in-name": { seat: Seat; done: DoneInName[] };
  keys: Trust;
  proof: Proof;
  head: { match: string; position: number; head: string; noted: string };
  keeper: { seat: Seat; keepers: Record<string, string>; asked: ShareAsked[]; over: boolean };
  "standing/due": { seat: Seat; command: Record<string, any>; window: number };
  audit: Verdict;
  standing: Standing;
  "standing/choices": StandingChoices;
  "take-backs": { seat: Seat; acts: RewindOption[] };
  branches: BranchTree;
  review: ReviewAnswer;
  "review/orders": OrdersAnswer;
  "why-not": { reasons: WhyNot[] };
  hint: Hint;
}

interface GameAnswers {
  guide: Guide;
  components: Reference;
  rules: Rulebook;
}

type MatchAnswer<Part extends string> = Part extends keyof MatchAnswers
  ? MatchAnswers[Part]
  : Part extends `difference/${string}`
    ? Diff
    : Part extends `rules/${string}`
      ? Rule
      : never;

/** What each address answers to POST. */
export type PostAnswer<Path extends string> = Path extends "matches"
  ? MatchCreated
  : Path extends "agreements"
    ? AgreementText
    : Path extends "invitations/look"
      ? InvitationShown
      : Path extends "invitations/claim"
        ? SeatClaimed
        : Path extends `matches/${string}/invitations`
          ? { seat: Seat; token: string }
          : Path extends `matches/${string}/previews`
            ? { position: number; previews: PreviewAnswer[] }
            : Path extends `matches/${string}/name` | `matches/${string}/people`
              ? Summary
              : Path extends `matches/${string}/review` | `matches/${string}/review/stop`
                ? ReviewAnswer
                : Path extends `matches/${string}/review/orders`
                  ? OrdersAnswer
                  : Path extends `matches/${string}/branches`
                    ? BranchCreated
                    : Path extends `matches/${string}/orders`
                      ? OrderToSign
                      : CommandResult;

/** A command as it was put together: the offers that still fit, what was pointed at, and slots. */
export interface CommandDraft {
  all: Offer[];
  offers: Offer[];
  picked: string[];
  offer: Offer | null;
  values: Record<string, SlotValue>;
  before: CommandDraft | null;
}

/** A command that was sent, and what became of it. */
export interface SentCommand {
  id: string;
  command: Record<string, any>;
  text: string;
  says: string;
  seat: Seat;
  window: number;
  state: "sending" | "recorded" | "unknown" | "stale" | "refused" | "waiting";
  detail: string;
  last?: number;
  rule?: string;
}

/** What a seat signs before it gives a command. */
export interface OrderToSign {
  match: string;
  seat: Seat;
  position: number;
  head: string;
  command: string;
}

export interface KeyAgreement {
  seat: Seat;
  key: string;
  agreed: Seat[];
  missing: Seat[];
}

/** What somebody could do, and how that stands here; what would make it better. */
export interface Assured {
  who: string;
  act: string;
  outcome: string;
  by: string;
  better: string;
}

export interface Proof {
  seat: Seat;
  keys: Record<Seat, string>;
  shares: { wanted: boolean; dealt: boolean; sealed: Seat[]; opened: Seat[] };
  seen: Record<Seat, number>;
  assured: Assured[];
  agreements: KeyAgreement[];
}

/** A key in the browser: its public half in hex, and the other one to be used, not read. */
export interface SigningKey {
  publicKey: string;
  privateKey: CryptoKey;
}

/** A key as it is kept: whether the seat has named it, and the one that is to replace it. */
export interface KeptKey extends SigningKey {
  named?: boolean;
  next?: SigningKey;
}

/** A share that a seat's own keeper is asked for. */
export interface ShareAsked {
  keeper: string;
  place: number;
  request: string;
}

/** What a keeper was asked, as it has noted it. */
export interface KeeperLine {
  what: string;
  place: number;
  request: string;
  answered: boolean;
  why: string;
  time: number;
}

export interface NotedHead {
  match: string;
  position: number;
  head: string;
  time: number;
}

/** Where spaces are drawn, their size and outline, and the size of the whole. */
export interface Plan {
  kind: "hex" | "square" | "brick" | "card";
  width: number;
  height: number;
  places: Map<string, { x: number; y: number }>;
  fullWidth: number;
  fullHeight: number;
}

/** An event of an element that the page makes, with the element that it happened in. */
type On<Kind extends Event, Target extends Element> = (event: Kind & { target: Target }) => unknown;

/** Attributes of an element, its event handlers by the names that HTML has for them, and `dataset`. */
export interface Attributes {
  onclick?: On<MouseEvent, Element>;
  onkeydown?: On<KeyboardEvent, Element>;
  onfocusin?: On<FocusEvent, Element>;
  onchange?: On<Event, HTMLInputElement>;
  oninput?: On<Event, HTMLInputElement>;
  onsubmit?: On<SubmitEvent, HTMLFormElement>;
  ontoggle?: On<Event, HTMLDetailsElement>;
  [name: string]: any;
}

/** A chart of uPlot, as far as the page uses it. */
export interface Chart {
  over: HTMLElement;
  cursor: { idx: number | null | undefined };
  ctx: CanvasRenderingContext2D;
  bbox: { left: number };
  series: { show?: boolean }[];
  valToPos(value: number, scale: string, onCanvas: boolean): number;
}

export interface ChartLibrary {
  new (options: object, columns: (number | null)[][], box: HTMLElement): Chart;
  paths: { stepped(options: { align: number }): unknown };
}

/** How a chart is drawn: over what range, and what is drawn under and over its lines. */
export interface ChartOptions {
  stepped: boolean;
  label: string;
  unit: string;
  turnAt: (position: number) => string;
  range?: [number, number];
  under?: (chart: Chart) => void;
  over?: (chart: Chart) => void;
}

/** What a line of a chart looks like: a colour's name, a dash, a border in the legend, the place of its seat (-1: none). */
export interface LineStyle {
  colour: string;
  dash: number[];
  border: string;
  rank: number;
}

/** What an element may be filled with; what is not there is left out. */
export type Child = Node | string | number | null | undefined | false;
export type Children = Child | readonly Children[];
