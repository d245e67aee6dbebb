// The words of the page, in the requested language.

const ENGLISH = {
  seats: (n) => `${n} ${n === 1 ? "seat" : "seats"}`,
  seat: (n) => `Seat ${n + 1}`,
  round: (n) => `round ${n}`,
  create: "Create",
  publicGames: "Public games",
  yourName: "Your name",
  result: "Result",
  points: (name, points, rank) => `${name}: ${points} (rank ${rank})`,
  openSeats: (n) => `${n} seats are open: send the address of this page.`,
  takeSeat: "Take a seat",
  asked: (name, question) => `${name}: ${question}`,
  takeBack: "Take back",
  waiting: (names) => `Waiting for ${names.join(", ")}.`,
  agree: (name, other) => `${name}: let ${other} take back`,
  refuse: (name, other) => `${name}: do not let ${other} take back`,
  takeBackTurn: (name) => `Take back the last turn of ${name}`,
  you: "you",
  onlyYou: "Only you see: ",
  board: "Board",
  happened: "What happened",
  status: { waiting: "waiting", running: "running", over: "over", cancelled: "cancelled" },
  holder: { user: "you", open: "open", person: "person", hook: "remote bot", bot: "bot" },
  level: { random: "random", greedy: "greedy" },
  kind: {
    turn: "plays", retracted: "turns are taken back", seat: "changes the player", clock: "clock",
    "undo-requested": "asks for an undo", "undo-answered": "answers the request for an undo",
    "undo-withdrawn": "withdraws the request for an undo", end: "The game has ended.",
  },
};

const JAPANESE = {
  seats: (n) => `${n}人`,
  seat: (n) => `席${n + 1}`,
  round: (n) => `ラウンド${n}`,
  create: "ゲームを作る",
  publicGames: "公開中のゲーム",
  yourName: "名前",
  result: "結果",
  points: (name, points, rank) => `${name}：${points}点（${rank}位）`,
  openSeats: (n) => `空席が${n}つあります。このページのアドレスを送って招待してください。`,
  takeSeat: "席に着く",
  asked: (name, question) => `${name}：${question}`,
  takeBack: "一手戻す",
  waiting: (names) => `${names.join("、")}を待っています。`,
  agree: (name, other) => `${name}：${other}の取り消しに同意する`,
  refuse: (name, other) => `${name}：${other}の取り消しに同意しない`,
  takeBackTurn: (name) => `${name}の最後の手番を取り消す`,
  you: "あなた",
  onlyYou: "あなただけに見える情報：",
  board: "ボード",
  happened: "これまでの出来事",
  status: { waiting: "開始待ち", running: "進行中", over: "終了", cancelled: "中止" },
  holder: { user: "あなた", open: "空席", person: "人", hook: "リモートボット", bot: "ボット" },
  level: { random: "ランダム", greedy: "貪欲" },
  kind: {
    turn: "手番", retracted: "手番の取り消し", seat: "プレイヤーの変更", clock: "時計",
    "undo-requested": "取り消しの依頼", "undo-answered": "取り消しの依頼への返事",
    "undo-withdrawn": "取り消しの依頼の撤回", end: "ゲームが終わりました。",
  },
};

export const language = document.documentElement.lang;
export const words = language === "ja" ? JAPANESE : ENGLISH;

// The word for a holder: `bot:greedy` is a bot of a level.
export function holderWord(holder) {
  const [kind, level] = holder.split(":");
  return level ? `${words.holder[kind]} (${words.level[level] ?? level})` : words.holder[kind] ?? holder;
}
