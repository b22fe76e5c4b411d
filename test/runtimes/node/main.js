import { lifeOfAList } from "../life-of-a-list.js";

console.log(await lifeOfAList());
