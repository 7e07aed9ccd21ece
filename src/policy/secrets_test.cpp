#include "policy/secrets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <random>

namespace proctor::policy {
namespace {

// Put together here, so that nobody who searches this repository for leaked tokens finds any.
const std::string kLetters = "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";
const std::string kGithub = "ghp_" + kLetters;
const std::string kKey = "-----BEGIN RSA " + std::string("PRIVATE KEY-----\n") +
                         "MIIEpAIBAAKCAQEA7yn3bRHQ5FHMQ6PQk1dZ7bRHQ5FHMQ6PQk1dZ\n"
                         "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIz\n"
                         "c2hvcnQ=\n-----END RSA PRIVATE KEY-----";

std::string base64_of(std::string_view text) {
  std::string out;
  unsigned held = 0;
  unsigned bits = 0;
  for (const char c : text) {
    held = held << 8U | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 6; bits -= 6)
      out += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[held >> (bits - 6) & 0x3FU];
  }
  return out;
}

TEST(LooksLikeSecret, KnowsTheShapesOfTokens) {
  for (const std::string prefix :
       {"ghp_",     "gho_",     "ghs_",     "ghu_",      "ghr_",      "github_pat_", "glpat-",
        "xoxb-",    "sk-",      "sk-ant-",  "sk-proj-",  "AIza",      "ya29.",       "npm_",
        "sk_live_", "rk_live_", "sk_test_", "pypi-AgEI", "hf_",       "xapp-1-",     "GOCSPX-",
        "glrt-",    "gldt-",    "gloas-",   "glagent-",  "dckr_pat_", "hvs."}) {
    EXPECT_TRUE(looks_like_secret(prefix + kLetters)) << prefix;
    EXPECT_TRUE(looks_like_secret("token is '" + prefix + kLetters + "'")) << prefix;
    EXPECT_FALSE(looks_like_secret(prefix)) << prefix;
    EXPECT_FALSE(looks_like_secret("x" + prefix + kLetters)) << prefix;
  }
  const std::string hexadecimal = "0123456789abcdef0123456789abcdef";
  EXPECT_TRUE(looks_like_secret("1//0g" + kLetters + "_abcd"));
  EXPECT_TRUE(looks_like_secret("dop_v1_" + hexadecimal + hexadecimal));
  EXPECT_TRUE(looks_like_secret("dapi" + hexadecimal));
  EXPECT_TRUE(looks_like_secret("gsk_" + hexadecimal + kLetters));
  EXPECT_TRUE(looks_like_secret("xai-" + hexadecimal + kLetters));
  EXPECT_TRUE(looks_like_secret("AGE-SECRET-" + std::string("KEY-1") + std::string(58, 'Q')));
  EXPECT_TRUE(looks_like_secret("SG." + kLetters + "." + kLetters));
  for (const std::string prefix :
       {"ATATT3x", "glsa_", "glc_", "lin_api_", "ntn_", "figd_", "whsec_", "dp.pt.abcd", "dp.st.dev.abcd",
        "aBcDeFgHiJkLmN.atlasv1.abcd", "https://hooks.slack.com/services/T0/B0/",
        "https://discord.com/api/webhooks/123/abcd"})
    EXPECT_TRUE(looks_like_secret(prefix + kLetters)) << prefix;
  for (const std::string prefix :
       {"shpat_", "sbp_01234567", "rubygems_0123456789abcdef", "PMAK-0123456789abcdef01234567-ab"})
    EXPECT_TRUE(looks_like_secret(prefix + hexadecimal)) << prefix;
  EXPECT_TRUE(looks_like_secret("NRAK-" + std::string(27, 'Q')));
  EXPECT_TRUE(
      looks_like_secret("AKIA"
                        "IOSFODNN7EXAMPLE"));
  EXPECT_TRUE(
      looks_like_secret("ASIA"
                        "IOSFODNN7EXAMPLE"));
  EXPECT_TRUE(looks_like_secret("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"));
  EXPECT_TRUE(looks_like_secret(kKey));
}

TEST(LooksLikeSecret, SeesThePasswordInAUrl) {
  EXPECT_TRUE(looks_like_secret("https://me:hunter2@example.org/x"));
  EXPECT_TRUE(looks_like_secret("redis://:hunter2@localhost:6379/0"));
  EXPECT_TRUE(looks_like_secret("git+https://me:p@ss@example.org"));
  EXPECT_TRUE(looks_like_secret("jdbc:postgresql://h/db?user=x&password=hunter2"));
  EXPECT_TRUE(looks_like_secret("jdbc:sqlserver://h;databaseName=a;password=hunter2"));
  EXPECT_TRUE(looks_like_secret("Server=h,1433;User Id=a;Password=hunter2;Encrypt=true"));
  EXPECT_TRUE(looks_like_secret("data source=h;pwd=hunter2"));
  EXPECT_FALSE(looks_like_secret("Server=h;Integrated Security=true;Password="));
  EXPECT_FALSE(looks_like_secret("password=hunter2"));
  const std::string key(86, 'k');
  const std::string storage =
      "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + key + "==;EndpointSuffix=b";
  EXPECT_EQ(secrets_within(storage), std::vector<std::string>{key + "=="});
  EXPECT_TRUE(looks_like_secret("Endpoint=sb://a.b/;SharedAccessKeyName=c;SharedAccessKey=" + key));
  EXPECT_FALSE(looks_like_secret("AccountKey=a"));
  EXPECT_TRUE(looks_like_secret("123456789:AA" + std::string(33, 'b')));
  EXPECT_TRUE(looks_like_secret("https://example.org/v1?access_token=hunter2&x=1"));
  EXPECT_FALSE(looks_like_secret("https://example.org/reset-password?next=/a&tokens=3"));
  EXPECT_FALSE(looks_like_secret("https://example.org/?password="));
  EXPECT_FALSE(looks_like_secret("https://example.org:8080/a@b"));
  EXPECT_FALSE(looks_like_secret("ssh://git@example.org/x.git"));
  EXPECT_FALSE(looks_like_secret("https://me:@example.org"));
  EXPECT_FALSE(looks_like_secret("http://a:80,http://me@b"));
}

TEST(LooksLikeSecret, SeesAPasswordOfAnyCharactersInAUrl) {
  // Generated ones have these, and drivers take them.
  for (const std::string password : {"a&b-c", "a;b-c", "a$!b", "$ecret&x", "a`b", "a<b>c|d", "1a;b", "12345",
                                     "123456a&b", "p,w", "p?w#"}) {
    const std::string url = "postgres://app:" + password + "@db/x";
    EXPECT_EQ(secrets_within(url), std::vector<std::string>{password});
  }
  EXPECT_EQ(secrets_within("--db=postgres://app:a&b;c@db/x --verbose"), std::vector<std::string>{"a&b;c"});
  EXPECT_EQ(secrets_within("amqp://me@example.org:hunter2@mq/v"), std::vector<std::string>{"hunter2"});
  EXPECT_EQ(secrets_within(R"({"db":"postgres://app:a&b@db/x","mail":"me@x.org"})"),
            std::vector<std::string>{"a&b"});
}

TEST(LooksLikeSecret, SeesNoPasswordInAPort) {
  for (const std::string_view value :
       {R"({"url":"http://localhost:3000","mail":"me@x.org"})", R"({"home":"https://x.org","by":"me@x.org"})",
        "<a href='https://x.org'>mail:me@x.org</a>", "http://a:8080,me@x.org", "tcp://[::1]:80,me@x",
        "http://a.example:80;http://b.example:81;user@c", "http://a:8080|me@b",
        "http://x.org','mail:me@x.org'", "oci://registry:5000?x=image@sha256",
        "postgres://db:5432?user=me@x.org"})
    EXPECT_FALSE(looks_like_secret(value)) << value;
}

TEST(LooksLikeSecret, SeesWhatProgramsSignInWith) {
  EXPECT_EQ(secrets_within("AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46YWJj"),
            std::vector<std::string>{"eC1hY2Nlc3MtdG9rZW46YWJj"});
  EXPECT_EQ(secrets_within("//npm.example.org/:_authToken=0a1b2c3d-1234-5678"),
            std::vector<std::string>{"0a1b2c3d-1234-5678"});
  EXPECT_EQ(secrets_within(R"({"auths": {"https://index.docker.io/v1/": {"auth": "dXNlcjpwYXNz"}}})"),
            std::vector<std::string>{"dXNlcjpwYXNz"});
  EXPECT_EQ(secrets_within("host=db user=app password=hunter22 dbname=x"),
            std::vector<std::string>{"hunter22"});
  EXPECT_FALSE(looks_like_secret(R"({"auth": "required"})"));
  EXPECT_FALSE(looks_like_secret("Authorization: none"));
}

TEST(LooksLikeSecret, SeesAPrivateKeyThatIsWrittenDifferently) {
  for (const std::string_view label : {"", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "PGP "}) {
    const std::string key = "-----BEGIN " + std::string(label) + "PRIVATE KEY";
    EXPECT_TRUE(looks_like_secret(base64_of(key + "-----\nMIIEow"))) << label;
  }
  EXPECT_FALSE(looks_like_secret(base64_of("-----BEGIN CERTIFICATE-----\nMIID")));
  EXPECT_FALSE(looks_like_secret(base64_of("-----BEGIN PUBLIC KEY-----\nMIIB")));
  EXPECT_TRUE(looks_like_secret("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA"));
  EXPECT_TRUE(looks_like_secret("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none"));
}

TEST(LooksLikeSecret, LeavesOrdinaryValuesAlone) {
  for (const std::string_view value : {"",
                                       "true",
                                       "/usr/local/bin:/usr/bin:/opt/sk-learn-models-for-2023-and-later/bin",
                                       "/home/me/task-runner/node_modules/.bin",
                                       "d41d8cd98f00b204e9800998ecf8427e",
                                       "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                                       "123e4567-e89b-12d3-a456-426614174000",
                                       "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                                       "https://github.com/owner/repository/pull/17",
                                       "en_GB.UTF-8",
                                       "me@example.org",
                                       "SG.1",
                                       "--max-old-space-size=4096",
                                       "unix:path=/run/user/1000/bus",
                                       "npm_config_registry",
                                       "https://hooks.slack.com/services",
                                       "dp.st.name.of.a.package.that.has.many.parts.in.it",
                                       "glc_options",
                                       "eyJ.x.y",
                                       "-----BEGIN PUBLIC KEY-----",
                                       "asia-northeast1",
                                       "hf_home",
                                       "https://dapi.example.org/0123456789abcdef",
                                       "sk_test_mode",
                                       "xai-models-for-2023-and-later-are-not-listed",
                                       "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK"}) {
    EXPECT_FALSE(looks_like_secret(value)) << value;
  }
}

TEST(SecretsWithin, AreTheTokenAndThePassword) {
  EXPECT_EQ(secrets_within("--token " + kGithub + " --url https://me:hunter2@example.org"),
            (std::vector<std::string>{kGithub, "hunter2"}));
}

TEST(MaskShapes, HidesWhatLooksLikeASecret) {
  EXPECT_EQ(mask_shapes("deploy " + kGithub + " now"), "deploy [secret] now");
  EXPECT_EQ(mask_shapes("git clone https://me:hunter2@example.org/x"),
            "git clone https://me:[secret]@example.org/x");
  EXPECT_EQ(mask_shapes("run 'jdbc:mysql://h/db?password=hunter2&ssl=1'"),
            "run 'jdbc:mysql://h/db?password=[secret]&ssl=1'");
  EXPECT_EQ(mask_shapes("curl -H 'Authorization: Bearer abcdefgh12345'"),
            "curl -H 'Authorization: Bearer [secret]'");
  EXPECT_EQ(mask_shapes("MY_TOKEN=abcdef123 make --api-key=abcdef"),
            "MY_TOKEN=[secret] make --api-key=[secret]");
  EXPECT_EQ(mask_shapes("echo '" + kKey + "' > key"),
            "echo '[secret]\n[secret]\n[secret]\n[secret]\n[secret]' > key");
  EXPECT_EQ(mask_shapes("npm test -- --grep token"), "npm test -- --grep token");
}

TEST(MaskShapes, HidesWhatAnOptionIsGivenAsItsNextWord) {
  EXPECT_EQ(mask_shapes("deploy --token abcdef123 --password 'hunter2x' -v"),
            "deploy --token [secret] --password '[secret]' -v");
  EXPECT_EQ(mask_shapes("x --api-key abcdef123 && y -secret abcdef123"),
            "x --api-key [secret] && y -secret [secret]");
  EXPECT_EQ(mask_shapes("curl -sSu bob:hunter2x http://h; curl --user 'bob:hunter2x' http://h"),
            "curl -sSu bob:[secret] http://h; curl --user 'bob:[secret]' http://h");
  EXPECT_EQ(mask_shapes("sshpass -p hunter2x ssh h"), "sshpass -p [secret] ssh h");
  EXPECT_EQ(mask_shapes("mysql -u root -phunter2x db"), "mysql -u root -p[secret] db");
  for (const std::string_view command :
       {"docker run -u 1000:1000000 x", "x --token-type bearer", "x --password-file /run/password",
        "x --token ./fixtures/token.txt", "x --password $PASSWORD", "x --token; reboot now", "mkdir -ppath/x",
        "curl http://host:80808080/", "pytest -k token test_session.py", "x --password --verbose"}) {
    EXPECT_EQ(mask_shapes(command), command);
  }
}

// Each of them could be followed to the end of the line, so four times the text would take sixteen times the
// time.
TEST(MaskShapes, TakesNoLongerForACommandThatBeginsManyThings) {
  const auto least_time = [](std::string_view begun, std::size_t size) {
    std::string command;
    while (command.size() < size) command += begun;
    std::clock_t least = std::numeric_limits<std::clock_t>::max();
    for (int i = 0; i < 3; ++i) {
      const std::clock_t before = std::clock();
      EXPECT_LT(mask_shapes(command).size(), command.size() + command.size() / 4);
      least = std::min(least, std::clock() - before);
    }
    return least;
  };
  for (const std::string_view begun : {"curl token=abcdef ", "host= token=abcdef ", "mysql token=abcdef "})
    EXPECT_LT(least_time(begun, 128'000), 12 * least_time(begun, 32'000)) << begun;
}

TEST(MaskShapes, HidesSecretsThatOverlapOnce) {
  EXPECT_EQ(mask_shapes("psql 'host=h password=https://me:hunter2x@h/?token=abcdefg' x"),
            "psql 'host=h password=[secret]' x");
}

TEST(MaskShapes, NeverHidesWhatAShellWouldDo) {
  for (const std::string_view command : {"X_TOKEN=$(reboot) make", "curl http://me:$(reboot)@example.org",
                                         "curl http://me:a;reboot;@example.org", "X_PASSWORD=`reboot` make",
                                         "curl http://me:a|reboot|b@example.org",
                                         "curl http://a/?token=$(reboot)", "curl http://a/?token=;reboot"}) {
    EXPECT_NE(mask_shapes(command).find("reboot"), std::string::npos) << command;
  }
  // Each line that would be run is seen to be there.
  const std::string path = "/tmp/" + std::string(60, 'a');
  EXPECT_EQ(mask_shapes("make # -----BEGIN PRIVATE KEY-----\n" + path), "make # [secret]\n[secret]");
  EXPECT_EQ(mask_shapes("make # bearer\n" + path), "make # bearer\n" + path);
  EXPECT_EQ(mask_shapes("echo 'a://b:c'd@ 'reboot"), "echo 'a://b:c'd@ 'reboot") << "the quotes are seen";
  const std::string after_key = "echo '-----BEGIN PRIVATE KEY-----'\nreboot now";
  EXPECT_NE(mask_shapes(after_key).find("reboot now"), std::string::npos);
}

TEST(SecretMaskTest, HidesKnownValuesWhereverTheyStand) {
  const SecretMask mask({"correct horse", kGithub});
  EXPECT_EQ(mask.mask("correct horse battery"), "[secret] battery");
  EXPECT_EQ(mask.mask("a" + kGithub + "b"), "a[secret]b");
  EXPECT_EQ(mask.mask("correct hors"), "correct hors");
  EXPECT_EQ(mask.mask(""), "");
}

TEST(SecretMaskTest, IgnoresShortValuesAndBlanksAround) {
  EXPECT_TRUE(SecretMask({"true", "1234567", "  short  ", ""}).empty());
  EXPECT_EQ(SecretMask({"  long enough\n"}).mask("is long enough?"), "is [secret]?");
}

TEST(SecretMaskTest, HidesEncodedForms) {
  const SecretMask mask({"pass&word/1?"});
  EXPECT_EQ(mask.mask("x=pass%26word%2F1%3F;"), "x=[secret];");
  EXPECT_EQ(mask.mask("x=pass%26word%2f1%3f;"), "x=[secret];");
  const SecretMask spaced({"pass word/1~?é"});
  for (const std::string_view written :
       {"pass%20word%2F1~%3F%C3%A9", "pass%20word/1~%3F%C3%A9", "pass%20word/1~?%c3%a9",
        "pass+word%2F1~%3F%C3%A9", "pass+word%2F1%7E%3F%C3%A9"})
    EXPECT_EQ(spaced.mask(written), "[secret]");
  EXPECT_EQ(mask.mask("7061737326776f72642f313f"), "[secret]");
  EXPECT_EQ(mask.mask("cGFzcyZ3b3JkLzE/"), "[secret]");                                       // the value
  EXPECT_EQ(mask.mask("bWU6cGFzcyZ3b3JkLzE/"), "bWU6[secret]");                               // me:value
  EXPECT_EQ(mask.mask("eW91OnBhc3Mmd29yZC8xPw==").find("hc3Mmd29yZC8x"), std::string::npos);  // you:value
  EXPECT_EQ(SecretMask({"say \"hello\" now"}).mask(R"({"a":"say \"hello\" now"})"), R"({"a":"[secret]"})");
}

TEST(SecretMaskTest, HidesWhatWritersOfJsonMakeOfIt) {
  const SecretMask mask({"p\u00e4ss/w\u00f6rd<&>\U0001F600"});
  for (const char* written : {
           R"(p\u00e4ss/w\u00f6rd<&>\ud83d\ude00)",                  // Python
           R"(p\u00E4ss/w\u00F6rd<&>\uD83D\uDE00)",                  // others
           R"(p\u00e4ss\/w\u00f6rd<&>\ud83d\ude00)",                 // PHP
           R"(p\u00e4ss\/w\u00f6rd\u003c\u0026\u003e\ud83d\ude00)",  // and for HTML
           "p\u00e4ss/w\u00f6rd\\u003c\\u0026\\u003e\U0001F600",     // Go
           "p\u00e4ss\\/w\u00f6rd\\u003C\\u0026\\u003E\U0001F600",
       })
    EXPECT_EQ(mask.mask(std::string("<") + written + ">"), "<[secret]>") << written;
}

TEST(SecretMaskTest, HidesWhatReportsInXmlAndTracesOfShellsMakeOfIt) {
  const SecretMask mask({R"(a&b<c>"d'e)"});
  for (const std::string_view form :
       {R"(a&amp;b&lt;c&gt;"d'e)", R"(a&amp;b&lt;c&gt;&quot;d'e)", "a&amp;b&lt;c&gt;&quot;d&apos;e",
        "a&amp;b&lt;c&gt;&quot;d&#39;e", "a&amp;b&lt;c&gt;&quot;d&#x27;e", "a&amp;b&lt;c&gt;&quot;d&#039;e",
        "a&amp;b&lt;c&gt;&#34;d&#39;e", R"(a&b<c>"d'\''e)", R"(a&b<c>"d'"'"'e)"})
    EXPECT_EQ(mask.mask("x " + std::string(form) + " y"), "x [secret] y") << form;
}

TEST(SecretMaskTest, HidesThePasswordOfAUrlAsAProgramReadsIt) {
  const SecretMask mask(secrets_within("postgres://user:p%40ss%21word1@host/db"));
  EXPECT_EQ(mask.mask("p%40ss%21word1 p@ss!word1"), "[secret] [secret]");
  EXPECT_EQ(SecretMask({"100%long%zz%4"}).mask("100%long%zz%4"), "[secret]");
}

TEST(SecretMaskTest, HidesEachLineOfAKey) {
  const SecretMask mask({kKey});
  EXPECT_EQ(mask.mask("a " + kKey + " b"), "a [secret] b");
  EXPECT_EQ(mask.mask("| Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIz |"), "| [secret] |");
}

TEST(SecretMaskTest, HidesEachLineOfAKeyThatWasWrittenIntoOneLine) {
  std::string one_line = kKey;
  for (auto at = one_line.find('\n'); at != std::string::npos; at = one_line.find('\n'))
    one_line.replace(at, 1, "\\n");
  const std::string account = R"({"private_key": ")" + one_line + R"(\n", "id": 1})";
  const SecretMask mask(secrets_within(account));
  EXPECT_EQ(mask.mask(account), R"({"private_key": "[secret]\n", "id": 1})");
  EXPECT_EQ(mask.mask(kKey), "[secret]\n[secret]\n[secret]\nc2hvcnQ=\n[secret]") << "as echo prints it";
}

TEST(SecretMaskTest, HidesAllOfSecretsThatOverlap) {
  const SecretMask mask({"abcdefgh1234", "1234ijklmnop", "abcdefgh"});
  EXPECT_EQ(mask.mask("<abcdefgh1234ijklmnop>"), "<[secret]>");
  EXPECT_EQ(mask.mask("<abcdefghabcdefgh>"), "<[secret]>");
}

TEST(SecretMaskTest, HidesAllOfAVeryLongSecret) {
  std::string value;
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) value += kLetters[random() % kLetters.size()];
  EXPECT_EQ(SecretMask({value}).mask("<" + value + ">"), "<[secret]>");
}

std::string in_pieces(const SecretMask& mask, std::string_view text, std::size_t size) {
  std::string out;
  const auto append = [&out](std::string_view piece) { out += piece; };
  StreamMask stream(mask);
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
    stream.feed(text.substr(0, size), append);
  stream.flush(append);
  return out;
}

TEST(StreamMaskTest, HidesASecretThatIsSplitBetweenPieces) {
  const SecretMask mask({"abcdefgh1234", "1234ijklmnop", "short and long", "short and longer still"});
  const std::string text = "abcdefgh abcdefgh1234ijklmnop short and long, short and longer still abcdefgh123";
  for (std::size_t size = 1; size < text.size(); ++size)
    EXPECT_EQ(in_pieces(mask, text, size), mask.mask(text));
  EXPECT_EQ(mask.mask(text), "abcdefgh [secret] [secret], [secret] abcdefgh123");
}

TEST(StreamMaskTest, HoldsBackNothingThatIsNoBeginningOfASecret) {
  StreamMask stream(SecretMask({"abcdefgh1234"}));
  std::string out;
  const auto append = [&out](std::string_view piece) { out += piece; };
  stream.feed("progress 10%", append);
  EXPECT_EQ(out, "progress 10%");
  stream.feed(" abc", append);
  EXPECT_EQ(out, "progress 10% ");
  stream.feed("x", append);
  EXPECT_EQ(out, "progress 10% abcx");
}

TEST(SecretMask, APartOfATextShowsNoPartOfASecret) {
  const SecretMask mask({"0123456789abcdef"});
  const std::string text = "ab 0123456789abcdef cd";
  EXPECT_EQ(mask.mask_part(text, 0, text.size()), "ab [secret] cd");
  EXPECT_EQ(mask.mask_part(text, 1, 5), "b [secret]");
  EXPECT_EQ(mask.mask_part(text, 5, 8), "[secret]");
  EXPECT_EQ(mask.mask_part(text, 10, 21), "[secret] c");
  EXPECT_EQ(mask.mask_part(text, 19, 22), " cd");
  EXPECT_EQ(mask.mask_part(text, 7, 7), "");
}

}  // namespace
}  // namespace proctor::policy
