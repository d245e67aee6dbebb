// Play whole games with the Java client that openapi-generator generated: all seats, at random.
// `make clients` compiles it, and prints the class path.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.TurnsApi;
import org.openapitools.client.model.*;

public final class Play {
  private final Random luck = new Random(7);
  private final Map<String, ApiClient> clients = new HashMap<>();
  private final String url;

  private Play(String url) {
    this.url = url;
  }

  private ApiClient as(String token) {
    return clients.computeIfAbsent(token, this::connect);
  }

  private ApiClient connect(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    if (!token.isEmpty()) {
      client.setRequestInterceptor(asked -> asked.header("Authorization", "Bearer " + token));
    }
    return client;
  }

  private List<String> think(String game, String token) throws ApiException {
    List<String> steps = new ArrayList<>();
    while (true) {
      Legal ahead = new TurnsApi(as(token)).legal(game, steps, null, null, null, null);
      if (ahead.getChoices() == null) return steps;
      List<Option> options = ahead.getChoices().getOptions();
      steps.add(options.get(luck.nextInt(options.size())).getStep());
    }
  }

  private Game play(String ruleset) throws ApiException {
    SeatWanted user = new SeatWanted().holder("user");
    NewGame wanted = new NewGame().ruleset(RulesetName.fromValue(ruleset)).seats(List.of(user, user));
    NewGameAnswer made = new GamesApi(as("")).createGame(wanted, null, null, null);
    Map<String, String> tokens = made.getTokens().getSeats();
    while (true) {
      Game game = new GamesApi(as("")).getGame(made.getId(), null, null, null);
      if (game.getStatus() == GameStatus.OVER) return game;
      String token = tokens.get(String.valueOf(game.getAwaited().get(0).getSeat()));
      TurnBody turn = new TurnBody().steps(think(made.getId(), token));
      String known = "\"" + game.getRev() + "\"";
      new TurnsApi(as(token)).postTurn(made.getId(), known, turn, null, null, null);
    }
  }

  public static void main(String[] arguments) throws ApiException {
    Play play = new Play(arguments[0]);
    for (int index = 1; index < arguments.length; index++) {
      Game end = play.play(arguments[index]);
      StringBuilder line = new StringBuilder(String.valueOf(end.getRev()));
      for (Standing each : end.getResult()) line.append(' ').append(each.getRank());
      System.out.println(line);
    }
  }
}
